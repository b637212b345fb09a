import "server-only";
import { readToken, signToken } from "@/lib/auth/signed-token.server";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { findSuspension, setAppeal } from "./decision-repository";
import { presentNotice } from "./presenter";
import { findSuspendedUntil } from "./standing-repository";

/**
 * Trust model. Untrusted: whoever proves to be a suspended person. They get the reason and the end of the
 * suspension, and a token for one appeal and nothing else.
 */
const AUDIENCE = "appeal";
const APPEAL_TOKEN_SECONDS = 60 * 60;

/** Call it once a person has passed every factor. @throws AppError account_suspended, with the reason in its details */
export async function requireNotSuspended(userId: string): Promise<void> {
  const until = await findSuspendedUntil(userId);
  if (!until || until <= new Date()) return;
  const decision = await findSuspension(userId);
  const notice = decision && presentNotice(decision);
  const canAppeal = decision !== null && decision.appealedAt === null;
  throw new AppError("account_suspended", {
    details: {
      until: notice?.until ?? null,
      reason: notice?.reason ?? "other",
      message: notice?.message ?? "",
      appeal: notice?.appeal ?? null,
      appealToken: canAppeal ? await issueAppealToken({ userId, decisionId: decision.id }) : null,
    },
  });
}

function issueAppealToken({ userId, decisionId }: { userId: string; decisionId: string }): Promise<string> {
  return signToken(
    "appeal",
    { decision: decisionId, sub: userId },
    { audience: AUDIENCE, seconds: APPEAL_TOKEN_SECONDS },
  );
}

async function readAppealToken(token: string): Promise<{ personId: string; id: string }> {
  const payload = await readToken("appeal", token, AUDIENCE);
  if (payload?.sub && typeof payload.decision === "string")
    return { personId: payload.sub, id: payload.decision };
  throw new AppError("invalid_token");
}

/** Appeals a suspension. @throws AppError invalid_token; conflict if there already is an appeal */
export async function appealSuspended({ token, text }: { token: string; text: string }): Promise<void> {
  const decision = await readAppealToken(token);
  if (!(await inTransaction((tx) => setAppeal({ ...decision, text }, tx)))) throw new AppError("conflict");
}

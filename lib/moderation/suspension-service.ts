import "server-only";
import { jwtVerify, SignJWT } from "jose";
import { keyFor } from "@/lib/auth/secret-service";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { findSuspension, setAppeal } from "./decision-repository";
import { presentNotice } from "./presenter";
import { findSuspendedUntil } from "./standing-repository";

/**
 * Trust model. Untrusted: whoever proves to be a suspended person. They learn why and until when, and get a token with which
 * they can appeal, once; it lets them do nothing else.
 */
const AUDIENCE = "appeal";
const APPEAL_TOKEN_SECONDS = 60 * 60;

/** To be called once a person has proven every factor. @throws AppError account_suspended, whose details say why */
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
  return new SignJWT({ decision: decisionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${APPEAL_TOKEN_SECONDS}s`)
    .sign(keyFor("appeal"));
}

async function readAppealToken(token: string): Promise<{ personId: string; id: string }> {
  try {
    const { payload } = await jwtVerify(token, keyFor("appeal"), {
      audience: AUDIENCE,
      algorithms: ["HS256"],
    });
    if (payload.sub && typeof payload.decision === "string")
      return { personId: payload.sub, id: payload.decision };
  } catch {
    // Forged and expired tokens get the same error.
  }
  throw new AppError("invalid_token");
}

/** Appeals against a suspension. @throws AppError invalid_token; conflict if there was an appeal already */
export async function appealSuspended({ token, text }: { token: string; text: string }): Promise<void> {
  const decision = await readAppealToken(token);
  if (!(await inTransaction((tx) => setAppeal({ ...decision, text }, tx)))) throw new AppError("conflict");
}

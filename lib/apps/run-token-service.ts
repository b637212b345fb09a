import "server-only";
import { readToken, signToken } from "@/lib/auth/signed-token.server";

const AUDIENCE = "gum-run";
/** How long a run may stay open. */
const RUN_TOKEN_SECONDS = 24 * 60 * 60;

export type RunClaims = {
  userId: string;
  appId: string;
  runId: string;
  /** What runs. */
  version?: string;
};

/** A token for one run of one app by one user. The shell holds it; the frame never sees it. */
export async function issueRunToken({ userId, appId, runId, version }: RunClaims): Promise<string> {
  return signToken(
    "run-token",
    { app: appId, sub: userId, jti: runId, version },
    { audience: AUDIENCE, seconds: RUN_TOKEN_SECONDS },
  );
}

/** The claims of a run token; null where it is forged, malformed or expired. */
export async function readRunToken(token: string): Promise<RunClaims | null> {
  const payload = await readToken("run-token", token, AUDIENCE);
  if (!payload?.sub || !payload.jti || typeof payload.app !== "string") return null;
  const { sub: userId, app: appId, jti: runId, version } = payload;
  return { userId, appId, runId, ...(typeof version === "string" && { version }) };
}

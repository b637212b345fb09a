import "server-only";
import { isIP } from "node:net";
import { createHash } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import type { HumanAction } from "./screen-contract";
import { HUMAN_TOKEN_SECONDS, OUTSIDE_CALL_MS } from "@/lib/config/limits";
import { shellOrigins } from "@/lib/config/origins";
import { AppError } from "@/lib/shared/errors";

type Verdict = { success?: unknown; action?: unknown; hostname?: unknown };

/** Cloudflare's documented secrets for tests; their verdicts name another host and action. */
const TEST_SECRET = /^[1-3]x0+AA$/;

/** True if the token was solved on a form of this instance, for this action. */
function isForHere({ action, hostname }: Verdict, expected: HumanAction): boolean {
  const { APP_URL, TURNSTILE_SECRET_KEY } = serverEnv();
  if (TEST_SECRET.test(TURNSTILE_SECRET_KEY ?? "")) return true;
  return action === expected && shellOrigins(APP_URL).some((origin) => new URL(origin).hostname === hostname);
}

/** Hashes of seen tokens and when they expire (ms since 1970), against replay. */
const seen = new Map<string, number>();

/** True if forms show the human check and the server requires it. */
export function isHumanCheckOn(): boolean {
  const env = serverEnv();
  return Boolean(env.TURNSTILE_SITE_KEY && env.TURNSTILE_SECRET_KEY) && !env.TURNSTILE_DISABLED;
}

function markSeen(token: string): boolean {
  const now = Date.now();
  for (const [hash, until] of seen) if (until <= now) seen.delete(hash);
  const hash = createHash("sha256").update(token).digest("base64url");
  if (seen.has(hash)) return false;
  seen.set(hash, now + HUMAN_TOKEN_SECONDS * 1_000);
  return true;
}

/**
 * Verifies a Turnstile token, which is single-use. A no-op if the check is off.
 * @throws AppError human_check_failed; unavailable if the verifier is unreachable
 */
export async function requireHuman({
  action,
  token,
  address,
}: {
  action: HumanAction;
  token: string | undefined;
  address: string;
}): Promise<void> {
  if (!isHumanCheckOn()) return;
  if (!token || !markSeen(token)) throw new AppError("human_check_failed");
  const { TURNSTILE_SECRET_KEY, TURNSTILE_VERIFY_URL } = serverEnv();
  const form = new URLSearchParams({ secret: TURNSTILE_SECRET_KEY ?? "", response: token });
  // Of IPv6 only the network is known here.
  if (isIP(address)) form.set("remoteip", address);
  let verdict: Verdict | null;
  try {
    const response = await fetch(TURNSTILE_VERIFY_URL, {
      method: "POST",
      body: form,
      redirect: "error",
      signal: AbortSignal.timeout(OUTSIDE_CALL_MS),
    });
    verdict = (await response.json()) as Verdict | null;
  } catch (cause) {
    throw new AppError("unavailable", { cause, retryAfter: 5 });
  }
  if (verdict?.success !== true || !isForHere(verdict, action)) throw new AppError("human_check_failed");
}

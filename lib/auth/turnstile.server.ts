import "server-only";
import { createHash } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import { HUMAN_TOKEN_SECONDS, OUTSIDE_CALL_MS } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";

/** Tokens that were accepted, by hash, with the time (ms) until which one could be replayed. */
const accepted = new Map<string, number>();

/** True where forms show the human check and the server asks for it. */
export function isHumanCheckOn(): boolean {
  const env = serverEnv();
  return Boolean(env.TURNSTILE_SITE_KEY && env.TURNSTILE_SECRET_KEY) && !env.TURNSTILE_DISABLED;
}

function remember(token: string): boolean {
  const now = Date.now();
  for (const [hash, until] of accepted) if (until <= now) accepted.delete(hash);
  const hash = createHash("sha256").update(token).digest("base64url");
  if (accepted.has(hash)) return false;
  accepted.set(hash, now + HUMAN_TOKEN_SECONDS * 1_000);
  return true;
}

/**
 * Asks the verifier whether a person made this token. Each token counts once, whatever the verifier says to a second
 * asking. Does nothing where the check is off.
 * @throws AppError human_check_failed; unavailable where the verifier cannot be reached
 */
export async function requireHuman({
  token,
  address,
}: {
  token: string | undefined;
  address: string;
}): Promise<void> {
  if (!isHumanCheckOn()) return;
  if (!token) throw new AppError("human_check_failed");
  if (!remember(token)) throw new AppError("human_check_failed");
  const { TURNSTILE_SECRET_KEY, TURNSTILE_VERIFY_URL } = serverEnv();
  const form = new URLSearchParams({ secret: TURNSTILE_SECRET_KEY ?? "", response: token });
  if (address !== "unknown") form.set("remoteip", address);
  let verdict: { success?: unknown };
  try {
    const answer = await fetch(TURNSTILE_VERIFY_URL, {
      method: "POST",
      body: form,
      redirect: "error",
      signal: AbortSignal.timeout(OUTSIDE_CALL_MS),
    });
    verdict = (await answer.json()) as { success?: unknown };
  } catch (cause) {
    throw new AppError("unavailable", { cause, retryAfter: 5 });
  }
  if (verdict?.success !== true) throw new AppError("human_check_failed");
}

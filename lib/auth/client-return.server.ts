import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { CHALLENGE_SECONDS } from "@/lib/config/limits";
import { AppError, ERROR_MESSAGE, type ErrorCode } from "@/lib/shared/errors";
import { issueAccessToken } from "./access-token.server";
import { type CodeChallenge, issueCode, type Proven } from "./authorization-code-service";
import type { ProviderClaims } from "./provider-claims";
import { challengeOf } from "./provider-service";
import { readReturnAddress } from "./return-address";
import { signInChallenged } from "./factor-service";
import type { SignInFacts } from "./service";

/**
 * How a sign-in that began at a hosted client ends: the browser goes back to the client, with a code (PKCE) or, for a client
 * that sent no code challenge, with the session in the fragment.
 */
export type ClientReturn = {
  redirectTo: string;
  /** Null in the implicit flow. */
  pkce: CodeChallenge | null;
  /** The session that began it, to link a provider with its account. */
  link?: { userId: string; sessionId: string };
};

/** @throws AppError validation_error if it is not allowed */
function findReturnAddress(sent: string): { url: URL; isExact: boolean } {
  const { APP_URL, AUTH_REDIRECT_URLS, isDeployed } = serverEnv();
  const own = new URL(APP_URL).origin;
  const found = readReturnAddress(sent, { own, listed: AUTH_REDIRECT_URLS, loopback: !isDeployed });
  if (found) return found;
  throw new AppError("validation_error", {
    message: "This instance does not send people to that address. Its operator can allow it.",
    details: { hosted: "redirect_not_allowed" },
  });
}

/**
 * The address that a client named, or the instance's first page.
 * @throws AppError validation_error if it is not allowed, or not without PKCE
 */
export function requireReturnAddress(sent: string | undefined, pkce: CodeChallenge | null): string {
  const { url, isExact } = findReturnAddress(sent || `${new URL(serverEnv().APP_URL).origin}/`);
  if (pkce || isExact) return url.href;
  throw new AppError("validation_error", {
    message: 'Use flowType: "pkce", or have the operator allow this address with its path.',
    details: { hosted: "redirect_not_allowed" },
  });
}

/** A page whose wallet may sign in: one of the instance, or one that people are sent back to. @throws AppError validation_error */
export function requirePage(address: string): void {
  const isOwn = URL.canParse(address) && new URL(address).origin === new URL(serverEnv().APP_URL).origin;
  if (!isOwn) findReturnAddress(address);
}

/** The client's address with a code, or with the session that `facts` opens. @throws AppError email_unverified, account_suspended */
export async function clientAddressWith(
  { redirectTo, pkce }: ClientReturn,
  proven: Proven,
  facts: SignInFacts,
): Promise<string> {
  const url = new URL(redirectTo);
  if (pkce) url.searchParams.set("code", issueCode(proven, pkce));
  else if (proven.kind === "person") url.hash = (await implicitSession(proven.challenge, facts)).toString();
  else throw new AppError("internal");
  return url.href;
}

/** The client's address for somebody who has just signed up on the way. */
export async function returnNewcomer(
  { claims, client }: { claims: ProviderClaims; client: ClientReturn },
  facts: SignInFacts,
): Promise<string> {
  const challenge = await challengeOf(claims);
  if (!challenge) throw new AppError("provider_failed");
  return clientAddressWith(client, { kind: "person", challenge }, { ...facts, kind: "api", device: null });
}

async function implicitSession(challenge: string, facts: SignInFacts): Promise<URLSearchParams> {
  const signedIn = await signInChallenged(challenge, facts).catch((error: unknown) => {
    const details = error instanceof AppError && error.code === "second_factor_required" && error.details;
    if (!details || typeof details.challenge !== "string") throw error;
    return details.challenge;
  });
  if (typeof signedIn === "string")
    return sessionParams({ access: signedIn, refresh: signedIn, seconds: CHALLENGE_SECONDS });
  const { user, sessionId, refreshToken } = signedIn;
  const claims = { role: "authenticated", session_id: sessionId, aal: "aal1" };
  const { accessToken, expiresAt } = await issueAccessToken({ userId: user.id, sessionId, claims });
  const seconds = Math.floor((expiresAt.getTime() - Date.now()) / 1_000);
  return sessionParams({ access: accessToken, refresh: refreshToken ?? "", seconds });
}

function sessionParams({
  access,
  refresh,
  seconds,
}: Record<"access" | "refresh", string> & { seconds: number }) {
  return new URLSearchParams({
    access_token: access,
    refresh_token: refresh,
    token_type: "bearer",
    expires_in: String(seconds),
    expires_at: String(Math.floor(Date.now() / 1_000) + seconds),
  });
}

/** The client's address with an error, as hosted clients read it. */
export function clientAddressRefused({ redirectTo, pkce }: ClientReturn, code: ErrorCode): string {
  const url = new URL(redirectTo);
  const params = new URLSearchParams({
    error: code === "provider_denied" ? "access_denied" : "server_error",
    error_code: code,
    error_description: ERROR_MESSAGE[code],
  });
  if (pkce) for (const [name, value] of params) url.searchParams.set(name, value);
  else url.hash = params.toString();
  return url.href;
}

import "server-only";
import { readChallenge } from "@/lib/auth/challenge-service";
import type { ProviderClaims } from "@/lib/auth/provider-claims";
import { seal, unseal } from "@/lib/auth/secret-service";
import { readToken, signToken } from "@/lib/auth/signed-token.server";
import type { Proof } from "@/lib/auth/verification-service";
import { CHALLENGE_SECONDS, PROVIDER_FLOW_SECONDS, SIGN_IN_CODE_SECONDS } from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";

/**
 * Hosted clients expect a session before the second factor, and after the code of a forgotten password. They get a
 * token that is not a session: it allows only the next step and cannot be refreshed. Nor can that of a newcomer before they
 * have chosen a username; refreshed then, once, it becomes the session of their new account.
 */
export type RestrictedSession =
  { kind: "factor"; userId: string } | { kind: "recovery"; userId: string; proof: Proof } | Newcomer;

/** Somebody with a new identity, who has no account until they choose a username. */
export type Newcomer = { kind: "newcomer"; userId: string; claims: ProviderClaims };

export type RestrictedToken = { token: string; seconds: number };

export function factorToken(challenge: string): RestrictedToken {
  return { token: challenge, seconds: CHALLENGE_SECONDS };
}

const AUDIENCE = "hosted-recovery";

/** The proof is encrypted inside, and is checked again when the new password arrives. */
export async function recoveryToken(userId: string, proof: Proof): Promise<RestrictedToken> {
  const token = await signToken(
    "hosted-recovery",
    { proof: seal("hosted-recovery", JSON.stringify(proof)), aal: "aal1", sub: userId },
    { audience: AUDIENCE, seconds: SIGN_IN_CODE_SECONDS },
  );
  return { token, seconds: SIGN_IN_CODE_SECONDS };
}

async function readRecovery(bearer: string): Promise<RestrictedSession | null> {
  const payload = await readToken("hosted-recovery", bearer, AUDIENCE);
  if (!payload?.sub) return null;
  const proof = JSON.parse(unseal("hosted-recovery", String(payload.proof))) as Proof;
  return { kind: "recovery", userId: payload.sub, proof };
}

const NEWCOMER_AUDIENCE = "hosted-newcomer";

/** @param userId the id of the account that may come of it */
export async function newcomerToken({ userId, claims }: Omit<Newcomer, "kind">): Promise<RestrictedToken> {
  const token = await signToken(
    "hosted-newcomer",
    { claims: seal("hosted-newcomer", JSON.stringify(claims)), aal: "aal1", sub: userId },
    { audience: NEWCOMER_AUDIENCE, seconds: PROVIDER_FLOW_SECONDS },
  );
  return { token, seconds: PROVIDER_FLOW_SECONDS };
}

export async function readNewcomer(bearer: string): Promise<Newcomer | null> {
  const payload = await readToken("hosted-newcomer", bearer, NEWCOMER_AUDIENCE);
  if (!payload?.sub) return null;
  const claims = JSON.parse(unseal("hosted-newcomer", String(payload.claims))) as ProviderClaims;
  return { kind: "newcomer", userId: payload.sub, claims };
}

export async function findRestrictedSession(bearer: string | null): Promise<RestrictedSession | null> {
  if (!bearer) return null;
  const challenge = await readChallenge(bearer).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return challenge
    ? { kind: "factor", userId: challenge.userId }
    : ((await readRecovery(bearer)) ?? readNewcomer(bearer));
}

export async function isRestrictedSession(bearer: string): Promise<boolean> {
  return (await findRestrictedSession(bearer)) !== null;
}

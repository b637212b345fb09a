import "server-only";
import {
  changePassword,
  confirmEmailChange,
  getMe,
  reauthenticate,
  requireEmailChange,
  requirePasswordChange,
  sendEmailChange,
} from "@/lib/account/service";
import { requireProfileChange, updateProfile } from "@/lib/account/profile-service";
import { issueAccessToken } from "@/lib/auth/access-token.server";
import { readChallenge } from "@/lib/auth/challenge-service";
import { completeChallenge, confirmTotp, getFactors, getPendingTotp } from "@/lib/auth/factor-service";
import { getLinkedProviders } from "@/lib/auth/provider-service";
import { recoverPassword } from "@/lib/auth/recovery-service";
import type { SignedIn, SignInFacts } from "@/lib/auth/service";
import {
  endOtherSessions,
  getLastSignIn,
  getSessions,
  rotateRefreshToken,
  signOutSession,
  startSession,
} from "@/lib/auth/session-service";
import { signInWithCode } from "@/lib/auth/sign-in-code-service";
import { findProven, type Proof, verifyEmail } from "@/lib/auth/verification-service";
import type { Viewer } from "@/lib/auth/viewer.server";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import type { HalfUser, HostedSession, HostedUser, NewcomerUser } from "./auth-contract";
import { presentHalfUser, presentHostedUser, presentNewcomer } from "./auth-presenter";
import {
  factorToken,
  type RestrictedSession,
  type RestrictedToken,
  recoveryToken,
} from "./restricted-session.server";

/** The calls of hosted auth clients, on top of the services of our own routes. */

export async function getHostedUser(userId: string): Promise<HostedUser> {
  const [{ me, emailVerifiedAt, updatedAt }, { totp }, pending, linked, lastSignInAt] = await Promise.all([
    getMe(userId),
    getFactors(userId),
    getPendingTotp(userId),
    getLinkedProviders(userId),
    getLastSignIn(userId),
  ]);
  const providers = linked.flatMap((each) => (each.linked ? [each.provider] : []));
  const factors = { confirmed: totp.factors, pending };
  return presentHostedUser({ me, emailVerifiedAt, updatedAt, lastSignInAt, providers, factors });
}

async function getHalfUser(userId: string): Promise<HalfUser> {
  const { totp } = await getFactors(userId);
  return presentHalfUser(userId, { confirmed: totp.factors, pending: null });
}

/** The user as shown to a client whose second factor is pending. */
export async function getRestrictedUser(session: RestrictedSession): Promise<HalfUser | NewcomerUser> {
  return session.kind === "newcomer" ? presentNewcomer(session) : getHalfUser(session.userId);
}

type Opened = { userId: string; sessionId: string; refreshToken: string | null };

async function presentSession({ userId, sessionId, refreshToken }: Opened): Promise<HostedSession> {
  const user = await getHostedUser(userId);
  const isStrong = user.factors.some(({ status }) => status === "verified");
  const { role, email, phone, app_metadata, is_anonymous } = user;
  const aal = isStrong ? "aal2" : "aal1";
  const claims = { role, session_id: sessionId, aal, email, phone, app_metadata, is_anonymous };
  const { accessToken, expiresAt } = await issueAccessToken({ userId, sessionId, claims });
  const expires_at = Math.floor(expiresAt.getTime() / 1_000);
  return {
    access_token: accessToken,
    refresh_token: refreshToken ?? "",
    token_type: "bearer",
    expires_in: expires_at - Math.floor(Date.now() / 1_000),
    expires_at,
    user,
  };
}

export async function presentRestrictedSession(
  user: HalfUser | NewcomerUser,
  { token, seconds }: RestrictedToken,
): Promise<HostedSession> {
  return {
    access_token: token,
    // Clients require a refresh token; this one refreshes nothing.
    refresh_token: token,
    token_type: "bearer",
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1_000) + seconds,
    user,
  };
}

/**
 * Returns the session of a sign-in, or one that waits for the second factor.
 * @throws AppError whatever the sign-in throws
 */
export async function openSession(signIn: Promise<SignedIn>): Promise<HostedSession> {
  let signedIn: SignedIn;
  try {
    signedIn = await signIn;
  } catch (error) {
    const details = error instanceof AppError && error.code === "second_factor_required" && error.details;
    if (!details || typeof details.challenge !== "string") throw error;
    const { userId } = await readChallenge(details.challenge);
    return presentRestrictedSession(await getHalfUser(userId), factorToken(details.challenge));
  }
  return presentSession({ ...signedIn, userId: signedIn.user.id });
}

/** @throws AppError invalid_token */
export async function refreshHostedSession(refreshToken: string): Promise<HostedSession> {
  try {
    return await presentSession(await rotateRefreshToken(refreshToken));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_token") throw error;
    throw new AppError("invalid_token", { details: { hosted: "refresh_token_not_found" } });
  }
}

type Verification = {
  type: "email" | "magiclink" | "signup" | "recovery" | "email_change";
  proof: Proof;
  viewer: Viewer | null;
  facts: SignInFacts;
};
type Verified = HostedSession | { user: HostedUser } | Record<string, never>;

export const isSession = (verified: Verified): verified is HostedSession => "access_token" in verified;

/**
 * Confirms a mailed code or link. As in our own routes, confirming an address does not sign in; a signed-in person gets
 * their updated user.
 * @throws AppError rate_limited, invalid_code
 */
export async function verifyOtp({ type, proof, viewer, facts }: Verification): Promise<Verified> {
  if (type === "recovery") {
    const { userId } = await findProven(proof, "recover_password", facts.address);
    return presentRestrictedSession(await getHalfUser(userId), await recoveryToken(userId, proof));
  }
  if (type === "email" || type === "magiclink") {
    try {
      return await openSession(signInWithCode(proof, facts));
    } catch (error) {
      // Clients also use `email` for a sign-up code.
      if (type === "magiclink" || !(error instanceof AppError) || error.code !== "invalid_code") throw error;
    }
  }
  const { address, language } = facts;
  if (type !== "email_change") {
    const { id } = await verifyEmail(proof, address);
    return id === viewer?.id ? { user: await getHostedUser(id) } : {};
  }
  if (!("token" in proof) && !viewer) throw new AppError("unauthenticated");
  const { id } = await confirmEmailChange(
    "token" in proof ? proof : { userId: viewer!.id, code: proof.code },
    { address, language, ...(viewer && { sessionId: viewer.sessionId }) },
  );
  return id === viewer?.id ? { user: await getHostedUser(id) } : {};
}

type UserUpdate = {
  email?: string | undefined;
  password?: string | undefined;
  current_password?: string | undefined;
  nonce?: string | undefined;
  data?:
    | { username?: string | undefined; display_name?: string | undefined; bio?: string | undefined }
    | undefined;
};

/**
 * Changes all that the client asks for, or nothing: every check comes before the first change.
 * @throws AppError reauthentication_required, rate_limited, validation_error, account_limited, email_taken,
 * email_domain_blocked, username_taken
 */
export async function updateHostedUser(
  viewer: Viewer,
  { email, password, current_password, nonce, data = {} }: UserUpdate,
  facts: SignInFacts,
): Promise<HostedUser> {
  const actor = { userId: viewer.id, sessionId: viewer.sessionId };
  const { language } = facts;
  if (current_password !== undefined) await reauthenticate(actor, { password: current_password });
  if (nonce !== undefined) {
    const { canProveByMail } = await getFactors(viewer.id);
    await reauthenticate(actor, canProveByMail ? { mailCode: nonce } : { code: nonce });
  }
  const { username, display_name: displayName, bio } = data;
  if (password !== undefined) await requirePasswordChange(actor, password);
  const changesProfile = username !== undefined || displayName !== undefined || bio !== undefined;
  if (changesProfile) await requireProfileChange(viewer.id, { username });
  if (email !== undefined) await requireEmailChange(actor, email);
  // A change of password withdraws mailed codes, so the code of the new address follows it.
  if (password !== undefined) await changePassword(actor, { password, language });
  if (email !== undefined) await sendEmailChange(viewer.id, { email, language });
  if (changesProfile)
    await updateProfile({ userId: viewer.id, patch: { username, displayName, bio }, allows: () => true });
  return getHostedUser(viewer.id);
}

/**
 * Sets the password of a person who forgot theirs, which ends all sessions.
 * @throws AppError invalid_code, validation_error
 */
export async function finishRecovery(
  { userId, proof }: Extract<RestrictedSession, { kind: "recovery" }>,
  password: string,
  { address, language }: SignInFacts,
): Promise<HalfUser> {
  await recoverPassword({ proof, password, address, language });
  return getHalfUser(userId);
}

/** Ends this session, the others, or all. */
export async function signOutByScope(viewer: Viewer, scope: "global" | "local" | "others"): Promise<void> {
  if (scope !== "local") await endOtherSessions({ userId: viewer.id, currentId: viewer.sessionId });
  if (scope !== "others") await signOutSession({ id: viewer.sessionId, userId: viewer.id });
}

async function requireFactor(userId: string, id: string): Promise<"verified" | "unverified"> {
  const [{ totp }, pending] = await Promise.all([getFactors(userId), getPendingTotp(userId)]);
  if (totp.factors.some((factor) => factor.id === id)) return "verified";
  if (pending?.id === id) return "unverified";
  throw new AppError("not_found", { details: { hosted: "mfa_factor_not_found" } });
}

/** @throws AppError not_found */
export async function requireOwnFactor(userId: string, id: string): Promise<void> {
  await requireFactor(userId, id);
}

function asWrongFactor(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "invalid_code") throw error;
  throw new AppError("invalid_code", { details: { hosted: "mfa_verification_failed" } });
}

/** Completes a sign-in with its second factor. @throws AppError invalid_token, rate_limited, invalid_code */
export function completeSignIn(challenge: string, code: string, facts: SignInFacts): Promise<HostedSession> {
  return openSession(completeChallenge({ challenge, code, facts })).catch(asWrongFactor);
}

/**
 * Confirms a new authenticator app, or reauthenticates. Either way the client gets a new session.
 * @param factorId null for a recovery code
 * @throws AppError not_found, reauthentication_required, rate_limited, invalid_code
 */
export async function proveFactor(
  viewer: Viewer,
  { factorId, code, facts }: { factorId: string | null; code: string; facts: SignInFacts },
): Promise<HostedSession> {
  const actor = { userId: viewer.id, sessionId: viewer.sessionId };
  const isNew = factorId !== null && (await requireFactor(viewer.id, factorId)) === "unverified";
  await (
    isNew
      ? confirmTotp({ ...actor, email: viewer.email, language: facts.language }, code)
      : reauthenticate(actor, { code })
  ).catch(asWrongFactor);
  return replaceSession(viewer, facts);
}

/** A new session in place of one that has been proved again, because clients expect one then. */
export async function replaceSession(
  viewer: Pick<Viewer, "id" | "sessionId">,
  facts: SignInFacts,
): Promise<HostedSession> {
  const sessions = await getSessions({ userId: viewer.id, currentId: viewer.sessionId });
  const openedBy = sessions.find(({ current }) => current)?.openedBy ?? "password";
  const session = await inTransaction((tx) =>
    startSession({ userId: viewer.id, kind: "api", userAgent: facts.userAgent, openedBy }, tx),
  );
  await signOutSession({ id: viewer.sessionId, userId: viewer.id });
  return presentSession({ userId: viewer.id, ...session });
}

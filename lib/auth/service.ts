import "server-only";
import { createHash } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { serverEnv } from "@/lib/config/env.server";
import type { UsernameResponse } from "./contract";
import type { Me } from "@/lib/people/user-contract";
import { emailKey } from "@/lib/account/email";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { isPasswordTooLong } from "./password";
import { readUsername } from "@/lib/account/username";
import { hashPassword, verifyPassword } from "./password-hasher.server";
import { consumeLimit, resetLimit } from "@/lib/infra/rate-limiter";
import { requireHuman } from "./turnstile.server";
import { inTransaction } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { presentMe } from "@/lib/people/user-presenter";
import {
  type Credentials,
  findCredentialsByEmail,
  findTaken,
  insertUser,
} from "@/lib/account/user-repository";
import { requireNewPassword, requireSignInConfigured, requireUsername } from "./credential-service";
import { requireAdmission, requireSignups, takeInvitation } from "@/lib/instance/signup-service";
import { requireNotSuspended } from "@/lib/moderation/suspension-service";
import { indexPerson } from "@/lib/search/index-service";
import { issueChallenge } from "./challenge-service";
import { sendFirstCode } from "./code-service";
import { noteDevice } from "./device-service";
import { relyingParty } from "./passkey-ceremony.server";
import { publishEnded, type SessionKind, startSession } from "./session-service";
import type { SignInMethod } from "./sign-in-methods";

/**
 * Sign-in and sign-up, for browsers (next-auth and the product's forms) and API clients.
 *
 * Trust model. Untrusted: anybody. They may guess passwords (rate limits, Argon2id), probe which addresses
 * have an account (login and recovery respond identically, in the same time), and sign up concurrently or by
 * script.
 */
export type SignInFacts = {
  kind: SessionKind;
  userAgent: string;
  address: string;
  /** For mails triggered by the sign-in. */
  language: Locale;
  /** The device secret; null without one. */
  device: string | null;
};

/** `refreshToken` is null for a browser, whose session is in its cookie; `device` is the value of the device cookie. */
export type SignedIn = {
  user: Me;
  sessionId: string;
  refreshToken: string | null;
  device: string | null;
};

const LOGIN_LIMITED = "Too many login attempts. Please try again later";
export const SIGNUP_LIMITED = "Too many signup attempts. Please try again later.";

/** The key of an account's rate limits, hashed so that addresses are not stored for it. */
export function accountLimitKey(email: string): string {
  return createHash("sha256").update(emailKey(email)).digest("base64url");
}

function loginLimitKey({ email, address }: { email: string; address: string }): string {
  return `${accountLimitKey(email)}:${address}`;
}

/** Forgets the wrong passwords of a person who has proven to own the mailbox. */
export async function resetLoginLimits(person: { email: string; address: string }): Promise<void> {
  await resetLimit("loginAccount", loginLimitKey(person));
  await resetLimit("loginAccountTotal", accountLimitKey(person.email));
}

/**
 * Signs in with a password.
 * @throws AppError rate_limited, human_check_failed, invalid_credentials, email_unverified, second_factor_required
 *   (its details have a `challenge` to complete the sign-in with a code)
 */
export async function signInWithPassword(
  attempt: SignInFacts & { email: string; password: string; humanToken: string | undefined },
): Promise<SignedIn> {
  requireSignInConfigured();
  // No stored password is that long, so hashing would be wasted.
  if (isPasswordTooLong(attempt.password)) throw new AppError("invalid_credentials");
  await consumeLimit("loginAddress", attempt.address, { message: LOGIN_LIMITED });
  await consumeLimit("loginAccount", loginLimitKey(attempt), { message: LOGIN_LIMITED });
  await consumeLimit("loginAccountTotal", accountLimitKey(attempt.email), { message: LOGIN_LIMITED });
  await requireHuman({ action: "login", token: attempt.humanToken, address: attempt.address });
  const found = await findCredentialsByEmail(emailKey(attempt.email));
  const isRight = await verifyPassword(found?.passwordHash, attempt.password);
  if (!found || !isRight) throw new AppError("invalid_credentials");
  await resetLimit("loginAccount", loginLimitKey(attempt));
  return signInVerified(found, attempt, "password");
}

/**
 * Signs in a person who has proven the first factor.
 * @throws AppError email_unverified, second_factor_required
 */
export async function signInVerified(
  person: Credentials,
  facts: SignInFacts,
  method: SignInMethod,
): Promise<SignedIn> {
  requireVerified(person);
  if (person._count.totpFactors > 0) {
    const details = { challenge: await issueChallenge(person, method), passkeyHost: passkeyHostOf(person) };
    throw new AppError("second_factor_required", { details });
  }
  return createSignedIn(person, facts, method);
}

/** The relying party of a person's passkeys; null if they have none. */
function passkeyHostOf(person: Credentials): string | null {
  return person._count.passkeys > 0 ? (relyingParty()?.id ?? null) : null;
}

/** @throws AppError email_unverified on an instance that requires a confirmed address */
export function requireVerified(person: Pick<Credentials, "emailVerifiedAt">): void {
  if (serverEnv().REQUIRE_EMAIL_CONFIRMATION && !person.emailVerifiedAt)
    throw new AppError("email_unverified");
}

/** Starts a session for a person who has passed every factor. @throws AppError account_suspended */
export async function createSignedIn(
  person: Parameters<typeof presentMe>[0],
  facts: SignInFacts,
  method: SignInMethod,
): Promise<SignedIn> {
  await requireNotSuspended(person.id);
  const session = await inTransaction((tx) =>
    startSession({ userId: person.id, kind: facts.kind, userAgent: facts.userAgent, openedBy: method }, tx),
  );
  // It may have ended the oldest one.
  publishEnded(person.id);
  const device = await noteDevice({ ...facts, person, sessionId: session.sessionId, method });
  return { user: presentMe(person), ...session, device };
}

export type SignUp = SignInFacts & {
  email: string;
  password: string;
  username: string;
  displayName: string | undefined;
  /** An invitation code; see lib/instance. */
  invitation?: string | undefined;
  humanToken: string | undefined;
};

/** `session` is null if the address must be confirmed before the first sign-in. */
export type SignedUp = { user: Me; session: Omit<SignedIn, "user"> | null };

/**
 * Creates an account, sends the confirmation mail, and signs in unless confirmation is required first.
 * @throws AppError rate_limited, signups_disabled, invitation_required, invitation_invalid, email_domain_blocked,
 *   human_check_failed, validation_error, email_taken, username_taken
 */
export async function signUp(request: SignUp): Promise<SignedUp> {
  requireSignInConfigured();
  const env = serverEnv();
  await requireSignups();
  const { username, key: usernameKey } = requireUsername(request.username);
  requireNewPassword(request.password, { email: request.email, username });
  await consumeLimit("signupAddress", request.address, { message: SIGNUP_LIMITED });
  await requireHuman({ action: "signup", token: request.humanToken, address: request.address });
  const email = request.email.trim();
  await requireAdmission({ email, invitation: request.invitation });
  const taken = await findTaken({ emailKey: emailKey(email), usernameKey });
  if (taken.email) throw emailTaken();
  if (taken.username) throw usernameTaken();
  const passwordHash = await hashPassword(request.password);
  const signedUp = await inTransaction(async (tx): Promise<SignedUp> => {
    const record = await insertUser(
      {
        id: uuidv7(),
        username,
        usernameKey,
        displayName: request.displayName ?? username,
        email,
        emailKey: emailKey(email),
        passwordHash,
      },
      tx,
    );
    await takeInvitation({ userId: record.id, invitation: request.invitation }, tx);
    await indexPerson(record, tx);
    const session = env.REQUIRE_EMAIL_CONFIRMATION
      ? null
      : await startSession(
          { userId: record.id, kind: request.kind, userAgent: request.userAgent, openedBy: "password" },
          tx,
        );
    await sendFirstCode({ userId: record.id, email, language: request.language }, tx);
    return { user: presentMe(record), session: session && { ...session, device: null } };
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, "username_key")) throw usernameTaken();
    if (isUniqueViolation(error)) throw emailTaken();
    throw error;
  });
  const { session } = signedUp;
  if (session) {
    const { sessionId } = session;
    const person = { id: signedUp.user.id, email };
    session.device = await noteDevice({ ...request, person, sessionId, method: "password" });
  }
  return signedUp;
}

/** Checks a username while it is typed. */
export async function checkUsername(typed: string, viewerId?: string): Promise<UsernameResponse> {
  const read = readUsername(typed);
  if (!read.ok) return { username: null, available: false, problem: `username_${read.problem}` };
  const taken = await findTaken({ emailKey: "", usernameKey: read.key, exceptId: viewerId });
  return {
    username: read.username,
    available: !taken.username,
    problem: taken.username ? "username_taken" : null,
  };
}

export function emailTaken(): AppError {
  return new AppError("email_taken", {
    fields: [{ path: "email", code: "email_taken", message: "This email is already registered" }],
  });
}

export function usernameTaken(): AppError {
  return new AppError("username_taken", {
    fields: [
      {
        path: "username",
        code: "username_taken",
        message: "This username is already in use. Please choose another.",
      },
    ],
  });
}

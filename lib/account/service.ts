import "server-only";
import { appointFirstAdmin } from "@/lib/moderation/role-service";
import type { Me } from "@/lib/people/user-contract";
import { POPULARITY_PER_LIKE } from "@/lib/apps/ranking";
import { emailKey } from "./email";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { readUsername } from "./username";
import { hashPassword, verifyPassword } from "@/lib/auth/password-hasher.server";
import { consumeLimit, resetLimit } from "@/lib/infra/rate-limiter";
import { inTransaction, type Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { presentMe } from "@/lib/people/user-presenter";
import {
  type Credentials,
  deleteUserAndCounts,
  listFilesOfUser,
  findCredentialsById,
  findMeById,
  findTaken,
  lockUser,
  setEmail,
  setPasswordHash,
} from "./user-repository";
import { setReauthenticated } from "@/lib/auth/session-repository";
import { requireNewPassword } from "@/lib/auth/credential-service";
import { dropFiles, dropUnusedPackages } from "@/lib/apps/package-file-service";
import { requireMailDomain } from "@/lib/instance/signup-service";
import { emailTaken } from "@/lib/auth/service";
import { consume, findByDigits, findByToken, type FoundCode, sendCode } from "@/lib/auth/code-service";
import { canProveByMail, checkSecondFactor } from "@/lib/auth/factor-service";
import type { Assertion } from "@/lib/auth/passkey-contract";
import { checkReauthentication } from "@/lib/auth/passkey-service";
import { sendNotice } from "@/lib/mail/service";
import { endAccess, publishEnded, requireRecentProof } from "@/lib/auth/session-service";
import { publish } from "@/lib/notifications/notify-service";
import { profileChanged } from "@/lib/realtime/row-events";

type AccountActor = { userId: string; sessionId: string };

/** The viewer's profile and its revision. @throws AppError unauthenticated if the account is deleted */
export async function getMe(
  userId: string,
): Promise<{ me: Me; revision: number; emailVerifiedAt: Date | null; updatedAt: Date }> {
  const record = await findMeById(userId);
  if (!record) throw new AppError("unauthenticated");
  const { revision, emailVerifiedAt, updatedAt } = record;
  return { me: presentMe(record), revision, emailVerifiedAt, updatedAt };
}

/**
 * Reauthenticates a session by password, second factor, passkey or, if the account has none of these, a mailed code.
 * @throws AppError rate_limited, invalid_credentials, invalid_code, passkey_refused
 */
export async function reauthenticate(
  { userId, sessionId }: AccountActor,
  proof: { password: string } | { code: string } | { passkey: Assertion } | { mailCode: string },
): Promise<void> {
  await consumeLimit("codeAccount", `reauthenticate:${userId}`);
  if ("password" in proof) {
    const person = await findCredentialsById(userId);
    if (!(await verifyPassword(person?.passwordHash, proof.password))) {
      throw new AppError("invalid_credentials", {
        fields: [{ path: "password", code: "password_wrong", message: "This password is not right." }],
      });
    }
  } else if ("passkey" in proof) await checkReauthentication({ userId, sessionId }, proof.passkey);
  else if ("mailCode" in proof) {
    await requireProofByMail(userId);
    const code = await findByDigits(userId, proof.mailCode, "reauthenticate");
    await inTransaction((tx) => consume(code, tx));
  } else if (!(await checkSecondFactor(userId, proof.code))) throw new AppError("invalid_code");
  await resetLimit("codeAccount", `reauthenticate:${userId}`);
  await setReauthenticated(sessionId);
}

/** @throws AppError forbidden if the account has a password or a second factor: a mailbox is weaker proof */
async function requireProofByMail(userId: string): Promise<Credentials> {
  const person = await findCredentialsById(userId);
  if (!person || !canProveByMail(person)) throw new AppError("forbidden");
  return person;
}

/** Mails a code to reauthenticate with. @throws AppError rate_limited, forbidden, unavailable */
export async function sendReauthenticationCode(userId: string, language: Locale): Promise<void> {
  await consumeLimit("mailAccount", `reauthenticate:${userId}`);
  const { email } = await requireProofByMail(userId);
  await sendCode({ userId, email, purpose: "reauthenticate", language });
}

/** What a change of password must pass. @throws AppError reauthentication_required, validation_error */
export async function requirePasswordChange(
  { userId, sessionId }: AccountActor,
  password: string,
): Promise<Credentials> {
  await requireRecentProof(sessionId);
  const person = await findCredentialsById(userId);
  if (!person) throw new AppError("unauthenticated");
  requireNewPassword(password, person);
  return person;
}

/**
 * Changes the password and ends every other session.
 * @throws AppError reauthentication_required, validation_error
 */
export async function changePassword(
  { userId, sessionId }: AccountActor,
  { password, language }: { password: string; language: Locale },
): Promise<void> {
  const person = await requirePasswordChange({ userId, sessionId }, password);
  const passwordHash = await hashPassword(password);
  await inTransaction(async (tx) => {
    await setPasswordHash(userId, passwordHash, tx);
    await endAccess({ userId, except: sessionId }, tx);
    await sendNotice({ to: person.email, kind: "password_changed", language, tx });
  });
  publishEnded(userId);
}

/**
 * What a change of address must pass; counts as a request.
 * @throws AppError reauthentication_required, rate_limited, email_taken, email_domain_blocked
 */
export async function requireEmailChange({ userId, sessionId }: AccountActor, email: string): Promise<void> {
  await requireRecentProof(sessionId);
  await consumeLimit("mailAccount", `change_email:${userId}`);
  const taken = await findTaken({ emailKey: emailKey(email), usernameKey: "" });
  if (taken.email) throw emailTaken();
  await requireMailDomain(email);
}

type EmailChange = { email: string; language: Locale };

/** Mails the code of a change of address that has passed requireEmailChange. @throws AppError unavailable */
export async function sendEmailChange(userId: string, { email, language }: EmailChange): Promise<void> {
  await sendCode({ userId, email: email.trim(), purpose: "change_email", language });
}

/**
 * Starts a change of address by mailing a code to the new one; the old one stays until confirmation.
 * @throws AppError reauthentication_required, rate_limited, email_taken, email_domain_blocked, unavailable
 */
export async function requestEmailChange(actor: AccountActor, change: EmailChange): Promise<void> {
  await requireEmailChange(actor, change.email);
  await sendEmailChange(actor.userId, change);
}

/**
 * Completes a change of address by the digits (signed in) or the link (on any device), and ends every session but
 * `sessionId`.
 * @throws AppError rate_limited, invalid_code, email_taken
 */
export async function confirmEmailChange(
  proof: { token: string } | { userId: string; code: string },
  { address, language, sessionId }: { address: string; language: Locale; sessionId?: string },
): Promise<Me> {
  await consumeLimit("codeAddress", address);
  let code: FoundCode;
  if ("token" in proof) code = await findByToken(proof.token, "change_email");
  else {
    await consumeLimit("codeAccount", `change_email:${proof.userId}`);
    code = await findByDigits(proof.userId, proof.code, "change_email");
  }
  const before = await findMeById(code.userId);
  if (!before) throw new AppError("invalid_code");
  try {
    await inTransaction(async (tx) => {
      await consume(code, tx);
      await setEmail(code.userId, { email: code.email, emailKey: emailKey(code.email) }, tx);
      await appointFirstAdmin(tx);
      await endAccess({ userId: code.userId, except: sessionId }, tx);
      await sendNotice({ to: before.email, kind: "email_changed", language, tx });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw emailTaken();
    throw error;
  }
  publishEnded(code.userId);
  return (await getMe(code.userId)).me;
}

/**
 * Permanently deletes an account and all its data.
 * @param username typed by the person as a confirmation
 * @throws AppError reauthentication_required, validation_error
 */
export async function deleteAccount({ userId, sessionId }: AccountActor, username: string): Promise<void> {
  await requireRecentProof(sessionId);
  const typed = readUsername(username);
  const files = await inTransaction(async (tx) => {
    await lockUser(userId, tx);
    const me = await findMeById(userId, tx);
    if (!me) throw new AppError("unauthenticated");
    if (!typed.ok || typed.username !== me.username) {
      throw new AppError("validation_error", {
        fields: [{ path: "username", code: "username_other", message: "This is not your username." }],
      });
    }
    return removeAccount(userId, tx);
  });
  publishEnded(userId);
  publish(profileChanged("DELETE", userId));
  await dropAccountFiles(files);
}

type AccountFiles = Awaited<ReturnType<typeof listFilesOfUser>>;

/** Deletes an account and all its data in the caller's transaction. @returns its files, for dropAccountFiles */
export async function removeAccount(userId: string, tx: Db): Promise<AccountFiles> {
  const files = await listFilesOfUser(userId, tx);
  await deleteUserAndCounts(userId, POPULARITY_PER_LIKE, tx);
  return files;
}

export async function dropAccountFiles(files: AccountFiles): Promise<void> {
  await dropFiles(files.keys);
  await dropUnusedPackages(files.packages);
}

import "server-only";
import { timingSafeEqual } from "node:crypto";
import { uuidv7 } from "uuidv7";
import {
  CODE_ATTEMPTS_MAX,
  RECOVERY_CODE_SECONDS,
  SIGN_IN_CODE_SECONDS,
  VERIFY_CODE_SECONDS,
} from "@/lib/config/limits";
import { AppError } from "@/lib/shared/errors";
import type { Locale } from "@/lib/i18n/locales";
import { inTransaction, type Db } from "@/lib/db/client";
import { lockUser } from "@/lib/account/user-repository";
import {
  type CodePurpose,
  consumeCode,
  countAttempt,
  findCodeByToken,
  findCodeOfUser,
  hasCodeSince,
  isTokenUsed,
  replaceCode,
} from "./one-time-code-repository";
import { canSendMail, noteUnsent, sendCodeMail } from "@/lib/mail/service";
import { hashFor, randomDigits, randomToken } from "./secret-service";

/**
 * Mailed codes, each as six digits to type and as a link. Both are single-use, only the last one sent is valid, and the
 * digits are void after a few wrong attempts.
 */
export const SECONDS: Record<CodePurpose, number> = {
  verify_email: VERIFY_CODE_SECONDS,
  change_email: RECOVERY_CODE_SECONDS,
  recover_password: RECOVERY_CODE_SECONDS,
  sign_in: SIGN_IN_CODE_SECONDS,
  reauthenticate: SIGN_IN_CODE_SECONDS,
};

/** The digits and the token of a new code. */
export const makeSecret = () => ({ code: randomDigits(), token: randomToken() });

/**
 * Creates a code and queues its mail. A `request` that waited makes none again, and none in place of a newer one.
 * @throws AppError unavailable if the instance sends no mail
 */
export async function sendCode(
  {
    userId,
    email,
    purpose,
    language,
    secret: { code, token } = makeSecret(),
    link,
    request,
  }: {
    userId: string;
    email: string;
    purpose: CodePurpose;
    language: Locale;
    secret?: ReturnType<typeof makeSecret>;
    /** The address of the mail's link; that of the product by default. */
    link?: string | undefined;
    /** Of the code, from when it was asked for. */
    request?: { id: string; expiresAt: Date };
  },
  tx?: Db,
): Promise<void> {
  const { id, expiresAt } = request ?? {
    id: uuidv7(),
    expiresAt: new Date(Date.now() + SECONDS[purpose] * 1_000),
  };
  const send = async (client: Db) => {
    // Serializes concurrent requests, each of which would otherwise leave a valid code.
    await lockUser(userId, client);
    if (request && (await hasCodeSince({ id, userId, purpose }, client))) return;
    await replaceCode(
      {
        id,
        userId,
        purpose,
        email,
        codeHash: hashFor("one-time-code", `${id}:${code}`),
        tokenHash: hashFor("one-time-code", token),
        expiresAt,
      },
      client,
    );
    const seconds = Math.max(60, Math.ceil((expiresAt.getTime() - Date.now()) / 1_000));
    await sendCodeMail({ to: email, purpose, code, token, link, seconds, language, tx: client });
  };
  await (tx ? send(tx) : inTransaction(send));
}

/** Sends the code of a sign-up in its transaction. Without mail the account is made all the same. */
export async function sendFirstCode(
  person: { userId: string; email: string; language: Locale },
  tx: Db,
): Promise<void> {
  if (canSendMail()) await sendCode({ ...person, purpose: "verify_email" }, tx);
  else noteUnsent();
}

export type FoundCode = { id: string; userId: string; email: string };

/** Finds the code of a mailed link. @throws AppError invalid_code, with `details.used` if the link was used before */
export async function findByToken(token: string, purpose: CodePurpose): Promise<FoundCode> {
  const tokenHash = hashFor("one-time-code", token);
  const found = await findCodeByToken(tokenHash, purpose);
  if (!found)
    throw new AppError("invalid_code", { details: { used: await isTokenUsed(tokenHash, purpose) } });
  return found;
}

/** Finds the code of typed digits; an attempt counts before it is compared. @throws AppError invalid_code */
export async function findByDigits(
  userId: string | undefined,
  digits: string,
  purpose: CodePurpose,
): Promise<FoundCode> {
  const found = userId ? await findCodeOfUser(userId, purpose) : null;
  if (!found || !(await countAttempt(found.id, CODE_ATTEMPTS_MAX))) throw new AppError("invalid_code");
  const given = Buffer.from(hashFor("one-time-code", `${found.id}:${digits.replace(/\D/g, "")}`));
  if (!timingSafeEqual(given, Buffer.from(found.codeHash))) throw new AppError("invalid_code");
  return found;
}

/** Locks the person and consumes a code within `tx`. @throws AppError invalid_code if it was used meanwhile */
export async function consume(code: FoundCode, tx: Db): Promise<void> {
  // In the same order as sendCode, so that the two cannot deadlock.
  await lockUser(code.userId, tx);
  if (!(await consumeCode(code.id, tx))) throw new AppError("invalid_code");
}

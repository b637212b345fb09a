import "server-only";
import { db, type Db } from "@/lib/db/client";

export type CodePurpose = "verify_email" | "recover_password" | "sign_in" | "change_email" | "reauthenticate";

type NewOneTimeCode = {
  id: string;
  userId: string;
  purpose: CodePurpose;
  email: string;
  codeHash: string;
  tokenHash: string;
  expiresAt: Date;
};

/** Stores a code, replacing earlier ones of the same purpose: only the last one sent is valid. */
export async function replaceCode(code: NewOneTimeCode, tx: Db): Promise<void> {
  await tx.oneTimeCode.deleteMany({ where: { userId: code.userId, purpose: code.purpose } });
  await tx.oneTimeCode.create({ data: code, select: { id: true } });
}

/** Whether a person has this code or a newer one of its purpose, used or not. Ids are in the order of time. */
export async function hasCodeSince(
  { id, userId, purpose }: Pick<NewOneTimeCode, "id" | "userId" | "purpose">,
  tx: Db,
): Promise<boolean> {
  return (await tx.oneTimeCode.count({ where: { userId, purpose, id: { gte: id } } })) > 0;
}

/** Deletes the codes that give access to an account, used or not. */
export async function deleteAccessCodes(userId: string, tx: Db): Promise<void> {
  const purpose = {
    in: ["recover_password", "sign_in", "change_email", "reauthenticate"] satisfies CodePurpose[],
  };
  await tx.oneTimeCode.deleteMany({ where: { userId, purpose } });
}

const FOUND = { id: true, userId: true, purpose: true, email: true, codeHash: true, attempts: true } as const;

/** The valid code of a mailed link. */
export function findCodeByToken(tokenHash: string, purpose: CodePurpose) {
  return db().oneTimeCode.findFirst({
    where: { tokenHash, purpose, usedAt: null, expiresAt: { gt: new Date() } },
    select: FOUND,
  });
}

/** Whether a mailed link was used before. */
export async function isTokenUsed(tokenHash: string, purpose: CodePurpose): Promise<boolean> {
  return (await db().oneTimeCode.count({ where: { tokenHash, purpose, usedAt: { not: null } } })) > 0;
}

/** A person's last valid code. */
export function findCodeOfUser(userId: string, purpose: CodePurpose) {
  return db().oneTimeCode.findFirst({
    where: { userId, purpose, usedAt: null, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: "desc" },
    select: FOUND,
  });
}

/** Counts an attempt; false after `max`. A single statement, so that concurrent attempts all count. */
export async function countAttempt(id: string, max: number): Promise<boolean> {
  const { count } = await db().oneTimeCode.updateMany({
    where: { id, usedAt: null, attempts: { lt: max } },
    data: { attempts: { increment: 1 } },
  });
  return count > 0;
}

/** Consumes a code; false if it was already used. */
export async function consumeCode(id: string, tx: Db): Promise<boolean> {
  const { count } = await tx.oneTimeCode.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: new Date() } },
    data: { usedAt: new Date() },
  });
  return count > 0;
}

/** Deletes up to `limit` codes that expired or were used before `before`. @returns how many */
export function deleteSpentCodes(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM one_time_codes WHERE id IN
      (SELECT id FROM one_time_codes WHERE expires_at < ${before} OR used_at < ${before} LIMIT ${limit})`;
}

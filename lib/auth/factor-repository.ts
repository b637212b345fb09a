import "server-only";
import { uuidv7 } from "uuidv7";
import { db, type Db } from "@/lib/db/client";

export type StoredFactor = { secret: string; confirmedAt: Date | null; lastStep: bigint };

export function findTotpFactor(userId: string): Promise<StoredFactor | null> {
  return db().totpFactor.findUnique({
    where: { userId },
    select: { secret: true, confirmedAt: true, lastStep: true },
  });
}

/** Stores the secret of a pending enrolment; false if a factor is already confirmed. */
export async function putPendingFactor(userId: string, secret: string, tx: Db): Promise<boolean> {
  const { count } = await tx.totpFactor.deleteMany({ where: { userId, confirmedAt: null } });
  if (count === 0 && (await tx.totpFactor.count({ where: { userId } })) > 0) return false;
  await tx.totpFactor.create({ data: { userId, secret }, select: { userId: true } });
  return true;
}

/** Marks a time step as used; false if this or a later step was used before. */
export async function takeTotpStep(userId: string, step: number, client: Db = db()): Promise<boolean> {
  const { count } = await client.totpFactor.updateMany({
    where: { userId, lastStep: { lt: BigInt(step) } },
    data: { lastStep: BigInt(step) },
  });
  return count > 0;
}

/** Confirms a pending factor; false if there is none. */
export async function confirmFactor(userId: string, tx: Db): Promise<boolean> {
  const { count } = await tx.totpFactor.updateMany({
    where: { userId, confirmedAt: null },
    data: { confirmedAt: new Date() },
  });
  return count > 0;
}

/** Removes the factor and its recovery codes. */
export async function deleteFactor(userId: string, tx: Db): Promise<boolean> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const { count } = await tx.totpFactor.deleteMany({ where: { userId } });
  return count > 0;
}

export async function replaceRecoveryCodes(userId: string, codeHashes: string[], tx: Db): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codeHashes.map((codeHash) => ({ id: uuidv7(), userId, codeHash })),
  });
}

/** Consumes a recovery code; false if it is unknown or used. */
export async function takeRecoveryCode(userId: string, codeHash: string): Promise<boolean> {
  const { count } = await db().recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null },
    data: { usedAt: new Date() },
  });
  return count > 0;
}

export function countRecoveryCodes(userId: string): Promise<number> {
  return db().recoveryCode.count({ where: { userId, usedAt: null } });
}

/** Deletes up to `limit` unconfirmed factors created before `before`. @returns how many */
export function deleteUnconfirmedFactors(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM totp_factors WHERE confirmed_at IS NULL AND user_id IN
      (SELECT user_id FROM totp_factors WHERE confirmed_at IS NULL AND created_at < ${before} LIMIT ${limit})`;
}

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

/** Keeps the secret of an enrolment under way; false where a confirmed factor is there already. */
export async function putPendingFactor(userId: string, secret: string, tx: Db): Promise<boolean> {
  const { count } = await tx.totpFactor.deleteMany({ where: { userId, confirmedAt: null } });
  if (count === 0 && (await tx.totpFactor.count({ where: { userId } })) > 0) return false;
  await tx.totpFactor.create({ data: { userId, secret }, select: { userId: true } });
  return true;
}

/** Accepts the code of a step once: false where this step, or a later one, was used already. */
export async function takeTotpStep(userId: string, step: number, client: Db = db()): Promise<boolean> {
  const { count } = await client.totpFactor.updateMany({
    where: { userId, lastStep: { lt: BigInt(step) } },
    data: { lastStep: BigInt(step) },
  });
  return count > 0;
}

/** Puts an enrolled factor into force; false where it was before. */
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

/** Uses a recovery code up; false where it is none of this person's unused ones. */
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

/** Removes up to `limit` factors that were begun before `before` and never confirmed. @returns how many */
export function deleteUnconfirmedFactors(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM totp_factors WHERE confirmed_at IS NULL AND user_id IN
      (SELECT user_id FROM totp_factors WHERE confirmed_at IS NULL AND created_at < ${before} LIMIT ${limit})`;
}

import "server-only";
import { uuidv7 } from "uuidv7";
import { db, type Db } from "@/lib/db/client";

const FACTOR_SELECT = {
  id: true,
  name: true,
  secret: true,
  confirmedAt: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

/** A person's authenticator apps, oldest first. */
export function listFactors(userId: string, client: Db = db()) {
  return client.totpFactor.findMany({
    where: { userId, confirmedAt: { not: null } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: FACTOR_SELECT,
  });
}

/** The pending enrolment of an authenticator app. */
export function findPendingFactor(userId: string) {
  return db().totpFactor.findFirst({ where: { userId, confirmedAt: null }, select: FACTOR_SELECT });
}

/** Stores the secret of a pending enrolment, replacing an earlier one. @returns its id */
export async function putPendingFactor(
  factor: { userId: string; name: string; secret: string },
  tx: Db,
): Promise<string> {
  await tx.totpFactor.deleteMany({ where: { userId: factor.userId, confirmedAt: null } });
  const { id } = await tx.totpFactor.create({ data: { id: uuidv7(), ...factor }, select: { id: true } });
  return id;
}

/** Marks a time step as used; false if this or a later step was used before. */
export async function takeTotpStep(id: string, step: number, client: Db = db()): Promise<boolean> {
  const { count } = await client.totpFactor.updateMany({
    where: { id, lastStep: { lt: BigInt(step) } },
    data: { lastStep: BigInt(step), lastUsedAt: new Date() },
  });
  return count > 0;
}

/** Confirms a pending factor; false if there is none. */
export async function confirmFactor({ id, name }: { id: string; name: string }, tx: Db): Promise<boolean> {
  const { count } = await tx.totpFactor.updateMany({
    where: { id, confirmedAt: null },
    data: { confirmedAt: new Date(), name },
  });
  return count > 0;
}

/** Removes one factor or, without an id, all. Removing the last one also deletes the recovery codes. */
export async function deleteFactors(
  { userId, id }: { userId: string; id?: string },
  tx: Db,
): Promise<boolean> {
  const { count } = await tx.totpFactor.deleteMany({ where: { userId, ...(id && { id }) } });
  if ((await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 0)
    await tx.recoveryCode.deleteMany({ where: { userId } });
  return count > 0;
}

export async function renameFactor(
  { userId, id }: { userId: string; id: string },
  name: string,
): Promise<boolean> {
  const { count } = await db().totpFactor.updateMany({
    where: { userId, id, confirmedAt: { not: null } },
    data: { name },
  });
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
    DELETE FROM totp_factors WHERE confirmed_at IS NULL AND id IN
      (SELECT id FROM totp_factors WHERE confirmed_at IS NULL AND created_at < ${before} LIMIT ${limit})`;
}

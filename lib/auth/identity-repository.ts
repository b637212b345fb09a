import "server-only";
import { db, type Db } from "@/lib/db/client";

const IDENTITY_SELECT = {
  id: true,
  userId: true,
  provider: true,
  email: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

type IdentityKey = { issuer: string; subject: string };

export function findIdentity({ issuer, subject }: IdentityKey) {
  return db().identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: IDENTITY_SELECT,
  });
}

export function listIdentities(userId: string) {
  return db().identity.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: IDENTITY_SELECT,
  });
}

/**
 * @throws a unique violation if the identity is linked to another account, or the person already has one of this
 * provider
 */
export async function insertIdentity(
  identity: IdentityKey & { id: string; userId: string; provider: string; email: string | null },
  tx: Db,
): Promise<void> {
  await tx.identity.create({ data: { ...identity, lastUsedAt: new Date() }, select: { id: true } });
}

export async function noteIdentityUse(id: string, email: string | null): Promise<void> {
  await db().identity.updateMany({ where: { id }, data: { lastUsedAt: new Date(), email } });
}

export async function deleteIdentitiesOf(userId: string, tx: Db): Promise<void> {
  await tx.identity.deleteMany({ where: { userId } });
}

export async function deleteIdentity(
  { userId, provider }: { userId: string; provider: string },
  tx: Db,
): Promise<boolean> {
  const { count } = await tx.identity.deleteMany({ where: { userId, provider } });
  return count > 0;
}

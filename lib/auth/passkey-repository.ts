import "server-only";
import { PASSKEYS_MAX } from "@/lib/config/limits";
import { db, type Db } from "@/lib/db/client";

const LISTED = { id: true, name: true, backedUp: true, createdAt: true, lastUsedAt: true } as const;

export type ChallengePurpose = "register" | "sign_in" | "second_factor" | "reauthenticate";

/** A person's passkeys, newest first. */
export function listPasskeys(userId: string) {
  return db().passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PASSKEYS_MAX,
    select: LISTED,
  });
}

/** What a browser needs to locate a person's passkeys. */
export function listCredentials(userId: string) {
  return db().passkey.findMany({
    where: { userId },
    take: PASSKEYS_MAX,
    select: { credentialId: true, transports: true },
  });
}

export function findPasskey(credentialId: string) {
  return db().passkey.findUnique({
    where: { credentialId },
    select: { id: true, userId: true, publicKey: true, counter: true, transports: true },
  });
}

export function countPasskeys(userId: string, client: Db = db()): Promise<number> {
  return client.passkey.count({ where: { userId } });
}

/** @throws a unique violation if the credential is already registered */
export function insertPasskey(
  passkey: {
    id: string;
    userId: string;
    credentialId: string;
    publicKey: Uint8Array<ArrayBuffer>;
    counter: bigint;
    transports: string[];
    name: string;
    backupEligible: boolean;
    backedUp: boolean;
  },
  tx: Db,
) {
  return tx.passkey.create({ data: passkey, select: LISTED });
}

/**
 * Records a use; false if the signature counter did not increase, which indicates a cloned key. Authenticators without
 * a counter send 0.
 */
export async function notePasskeyUse(
  id: string,
  { counter, backedUp }: { counter: bigint; backedUp: boolean },
): Promise<boolean> {
  const { count } = await db().passkey.updateMany({
    where: { id, ...(counter === 0n ? { counter: 0n } : { counter: { lt: counter } }) },
    data: { counter, backedUp, lastUsedAt: new Date() },
  });
  return count > 0;
}

/** Renames a person's passkey; false if they have no such passkey. */
export async function renamePasskey(
  { id, userId }: { id: string; userId: string },
  name: string,
): Promise<boolean> {
  const { count } = await db().passkey.updateMany({ where: { id, userId }, data: { name } });
  return count > 0;
}

export async function deletePasskeysOf(userId: string, tx: Db): Promise<void> {
  await tx.passkey.deleteMany({ where: { userId } });
}

/** Deletes a person's passkey; false if they have no such passkey. */
export async function deletePasskey(
  { id, userId }: { id: string; userId: string },
  tx: Db,
): Promise<boolean> {
  const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
  return count > 0;
}

type StoredChallenge = {
  id: string;
  binding: string;
  purpose: ChallengePurpose;
  userId: string | null;
};

export async function insertChallenge(challenge: StoredChallenge & { expiresAt: Date }): Promise<void> {
  await db().passkeyChallenge.create({ data: challenge, select: { id: true } });
}

/** Consumes a challenge; false if it is unknown, expired, used, or for another browser, purpose or person. */
export async function takeChallenge({ id, ...of }: StoredChallenge): Promise<boolean> {
  const { count } = await db().passkeyChallenge.deleteMany({
    where: { id, ...of, expiresAt: { gt: new Date() } },
  });
  return count > 0;
}

/** Deletes up to `limit` challenges that expired before `before`. @returns how many */
export function deleteExpiredChallenges(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM passkey_challenges WHERE id IN
      (SELECT id FROM passkey_challenges WHERE expires_at < ${before} LIMIT ${limit})`;
}

import "server-only";
import { db, type Db } from "@/lib/db/client";
import { removeFromCounters } from "@/lib/db/counters";

const ME_SELECT = {
  id: true,
  username: true,
  displayName: true,
  bio: true,
  email: true,
  emailVerifiedAt: true,
  consentVersion: true,
  profileCompletedAt: true,
  avatarKey: true,
  bannerKey: true,
  revision: true,
  postsCount: true,
  followersCount: true,
  followingCount: true,
  appsCount: true,
  createdAt: true,
  updatedAt: true,
} as const;

const CREDENTIALS_SELECT = {
  ...ME_SELECT,
  passwordHash: true,
  _count: {
    select: { passkeys: true, identities: true, totpFactors: { where: { confirmedAt: { not: null } } } },
  },
} as const;

export function findCredentialsByEmail(emailKey: string) {
  return db().user.findUnique({ where: { emailKey }, select: CREDENTIALS_SELECT });
}

export function findCredentialsById(id: string, client: Db = db()) {
  return client.user.findUnique({ where: { id }, select: CREDENTIALS_SELECT });
}

export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentialsByEmail>>>;

export function findMeById(id: string, client: Db = db()) {
  return client.user.findUnique({ where: { id }, select: ME_SELECT });
}

/** Whether an address and a username are taken, by anyone but `exceptId`. */
export async function findTaken({
  emailKey,
  usernameKey,
  exceptId,
}: {
  emailKey: string;
  usernameKey: string;
  exceptId?: string | undefined;
}) {
  const rows = await db().user.findMany({
    where: { OR: [{ emailKey }, { usernameKey }], ...(exceptId && { id: { not: exceptId } }) },
    select: { emailKey: true, usernameKey: true },
  });
  return {
    email: rows.some((row) => row.emailKey === emailKey),
    username: rows.some((row) => row.usernameKey === usernameKey),
  };
}

type NewUser = {
  id: string;
  username: string;
  usernameKey: string;
  displayName: string;
  email: string;
  emailKey: string;
  /** Null for an account without a password. */
  passwordHash: string | null;
};

/** @throws a unique violation if the address or the name was taken meanwhile */
export async function insertUser(user: NewUser, client: Db = db()) {
  await client.formerUsername.deleteMany({ where: { usernameKey: user.usernameKey } });
  return client.user.create({ data: user, select: ME_SELECT });
}

export type ProfileChange = {
  username?: string;
  usernameKey?: string;
  displayName?: string;
  bio?: string;
  avatarKey?: string | null;
  bannerKey?: string | null;
};

/** Locks a person's row, so that changes of a profile are serialized. */
export async function lockUser(id: string, client: Db): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return rows.length > 0;
}

/** Keeps the name that a person gives up for `nextKey`, which is nobody's former name from now on. */
export async function keepFormerUsername(userId: string, nextKey: string, tx: Db): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO former_usernames (username_key, username, user_id)
    SELECT username_key, username, id FROM users WHERE id = ${userId}::uuid AND username_key <> ${nextKey}
    ON CONFLICT (username_key) DO UPDATE
      SET username = excluded.username, user_id = excluded.user_id, created_at = now()`;
  await tx.formerUsername.deleteMany({ where: { usernameKey: nextKey } });
}

/** Changes a profile and increments its revision. */
export function changeProfile(
  id: string,
  change: ProfileChange & { profileCompletedAt?: Date },
  client: Db = db(),
) {
  return client.user.update({
    where: { id },
    data: { ...change, revision: { increment: 1 } },
    select: ME_SELECT,
  });
}

/** @param version of the onboarding @param termsVersion of the terms and the privacy notice */
export function setConsent(
  { id, version, termsVersion }: { id: string; version: string; termsVersion: number },
  client: Db = db(),
) {
  return client.user.update({
    where: { id },
    data: { consentVersion: version, consentAt: new Date(), termsVersion },
    select: ME_SELECT,
  });
}

/** Marks an address as verified; false if the person has changed it. */
export async function setEmailVerified(id: string, emailKey: string, client: Db = db()): Promise<boolean> {
  const { count } = await client.user.updateMany({
    where: { id, emailKey },
    data: { emailVerifiedAt: new Date() },
  });
  return count > 0;
}

/** @throws a unique violation if the address was taken meanwhile */
export async function setEmail(id: string, address: { email: string; emailKey: string }, client: Db = db()) {
  await client.user.update({
    where: { id },
    data: { ...address, emailVerifiedAt: new Date() },
    select: { id: true },
  });
}

/** @param passwordHash null for an account without a password */
export async function setPasswordHash(
  id: string,
  passwordHash: string | null,
  client: Db = db(),
): Promise<void> {
  await client.user.update({ where: { id }, data: { passwordHash }, select: { id: true } });
}

/** People by their email keys, in the order they joined. */
export function listUsersByEmail(emailKeys: string[]) {
  return db().user.findMany({
    where: { emailKey: { in: emailKeys } },
    orderBy: { id: "asc" },
    select: { id: true, username: true, displayName: true, email: true, avatarKey: true },
  });
}

/** A person's files: keys of pictures and upload parts, hashes of packages. */
export async function listFilesOfUser(
  userId: string,
  tx: Db,
): Promise<{ keys: string[]; packages: string[] }> {
  const keys = await tx.$queryRaw<{ key: string }[]>`
    SELECT unnest(ARRAY[avatar_key, banner_key]) AS key FROM users WHERE id = ${userId}::uuid
    UNION SELECT unnest(ARRAY[file_key, poster_key, captions_key]) FROM media WHERE owner_id = ${userId}::uuid
    UNION SELECT unnest(ARRAY[icon_key, banner_key] || screenshot_keys) FROM apps WHERE owner_id = ${userId}::uuid
    UNION SELECT replace(unnest(r.files), 'media/', 'held/') FROM removals r JOIN decisions d ON d.id = r.decision_id
     WHERE d.person_id = ${userId}::uuid
    UNION SELECT file_key FROM stored_files WHERE owner_id = ${userId}::uuid
    UNION SELECT unnest(part_keys) FROM partial_uploads WHERE owner_id = ${userId}::uuid
    UNION SELECT unnest(part_keys) FROM exports WHERE user_id = ${userId}::uuid`;
  const packages = await tx.$queryRaw<{ sha256: string }[]>`
    SELECT v.package_sha256 AS sha256 FROM app_versions v JOIN apps a ON a.id = v.app_id
     WHERE a.owner_id = ${userId}::uuid
    UNION SELECT jsonb_path_query(r.rows, '$[*] ? (@.table == "app_versions").rows[*].package_sha256') #>> '{}'
      FROM removals r JOIN decisions d ON d.id = r.decision_id WHERE d.person_id = ${userId}::uuid`;
  return { keys: keys.map(({ key }) => key).filter(Boolean), packages: packages.map(({ sha256 }) => sha256) };
}

/**
 * Locks the collections whose row, saves or apps go with a person, in the order of their ids, as the recount does. Without
 * it the cascade would take the rows one by one, and wait for somebody who arranges a collection and waits for it.
 */
async function lockCollectionsOf(userId: string, tx: Db): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM collections WHERE id IN (
      SELECT id FROM collections WHERE owner_id = ${userId}::uuid
      UNION SELECT collection_id FROM collection_saves WHERE user_id = ${userId}::uuid
      UNION SELECT i.collection_id FROM collection_apps i JOIN apps a ON a.id = i.app_id WHERE a.owner_id = ${userId}::uuid)
     ORDER BY id FOR UPDATE`;
}

/**
 * Deletes a person; foreign keys cascade. Before that it decrements the counters of other people's posts, profiles and
 * apps, because the rows they count are deleted too.
 * @param popularityPerLike what a like adds to an app's popularity; a person who ran it adds one
 */
export async function deleteUserAndCounts(
  userId: string,
  popularityPerLike: number,
  tx: Db,
): Promise<boolean> {
  await lockUser(userId, tx);
  await lockCollectionsOf(userId, tx);
  await removeFromCounters(userId, popularityPerLike, tx);
  const { count } = await tx.user.deleteMany({ where: { id: userId } });
  return count > 0;
}

import "server-only";
import { db, type Db } from "@/lib/db/client";

/** Everything that the answers about oneself are made from. */
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
} as const;

const CREDENTIALS_SELECT = {
  ...ME_SELECT,
  passwordHash: true,
  totpFactor: { select: { confirmedAt: true } },
} as const;

/** The person who signs in under an address, with what is needed to check that it is them. */
export function findCredentialsByEmail(emailKey: string) {
  return db().user.findUnique({ where: { emailKey }, select: CREDENTIALS_SELECT });
}

/** The same, of a person who is known already. */
export function findCredentialsById(id: string) {
  return db().user.findUnique({ where: { id }, select: CREDENTIALS_SELECT });
}

export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentialsByEmail>>>;

export function findMeById(id: string, client: Db = db()) {
  return client.user.findUnique({ where: { id }, select: ME_SELECT });
}

/** True if an address or a username is taken. */
export async function findTaken({ emailKey, usernameKey }: { emailKey: string; usernameKey: string }) {
  const rows = await db().user.findMany({
    where: { OR: [{ emailKey }, { usernameKey }] },
    select: { emailKey: true, usernameKey: true },
  });
  return {
    email: rows.some((row) => row.emailKey === emailKey),
    username: rows.some((row) => row.usernameKey === usernameKey),
  };
}

export type NewUser = {
  id: string;
  username: string;
  usernameKey: string;
  displayName: string;
  email: string;
  emailKey: string;
  passwordHash: string;
};

/** @throws a unique violation where the address or the name was taken meanwhile */
export function insertUser(user: NewUser, client: Db = db()) {
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

/** Holds a person's row for the transaction, so that two changes of a profile come one after the other. */
export async function lockUser(id: string, client: Db): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return rows.length > 0;
}

/** Changes a profile and counts the change. */
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

export function setConsent(id: string, version: string, client: Db = db()) {
  return client.user.update({
    where: { id },
    data: { consentVersion: version, consentAt: new Date() },
    select: ME_SELECT,
  });
}

/** Notes that an address belongs to its person; false if the address is not theirs any more. */
export async function setEmailVerified(id: string, emailKey: string, client: Db = db()): Promise<boolean> {
  const { count } = await client.user.updateMany({
    where: { id, emailKey },
    data: { emailVerifiedAt: new Date() },
  });
  return count > 0;
}

/** @throws a unique violation where the address was taken meanwhile */
export async function setEmail(id: string, address: { email: string; emailKey: string }, client: Db = db()) {
  await client.user.update({
    where: { id },
    data: { ...address, emailVerifiedAt: new Date() },
    select: { id: true },
  });
}

export async function setPasswordHash(id: string, passwordHash: string, client: Db = db()): Promise<void> {
  await client.user.update({ where: { id }, data: { passwordHash }, select: { id: true } });
}

/** People by their addresses (as keys), in the order they joined. */
export function listUsersByEmail(emailKeys: string[]) {
  return db().user.findMany({
    where: { emailKey: { in: emailKeys } },
    orderBy: { id: "asc" },
    select: { id: true, username: true, displayName: true, email: true, avatarKey: true },
  });
}

import "server-only";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const PERSON = { id: true, username: true, displayName: true, avatarKey: true } as const;
const SELECT = {
  id: true,
  code: true,
  createdAt: true,
  expiresAt: true,
  invitee: { select: PERSON },
} as const;
export type InvitationRecord = Prisma.InvitationGetPayload<{ select: typeof SELECT }>;

/** Used and still usable invitations, newest first. */
export function listInvitations(inviterId: string, now: Date, take: number, client: Db = db()) {
  return client.invitation.findMany({
    where: { inviterId, OR: [{ inviteeId: { not: null } }, { expiresAt: { gt: now } }] },
    orderBy: { id: "desc" },
    take,
    select: SELECT,
  });
}

export function countOpenInvitations(inviterId: string, now: Date, client: Db = db()): Promise<number> {
  return client.invitation.count({ where: { inviterId, inviteeId: null, expiresAt: { gt: now } } });
}

export function insertInvitation(
  invitation: { id: string; code: string; inviterId: string; expiresAt: Date },
  tx: Db,
) {
  return tx.invitation.create({ data: invitation, select: SELECT });
}

/** A person's unused invitations that have ended. */
export async function deleteEndedInvitations(inviterId: string, now: Date, tx: Db): Promise<void> {
  await tx.invitation.deleteMany({ where: { inviterId, inviteeId: null, expiresAt: { lte: now } } });
}

/** @returns false if it belongs to somebody else or has been used */
export async function deleteInvitation(of: { id: string; inviterId: string }): Promise<boolean> {
  const { count } = await db().invitation.deleteMany({ where: { ...of, inviteeId: null } });
  return count > 0;
}

/** Whether the invitation can be used: the inviter must be neither suspended nor limited. */
const USABLE = Prisma.sql`
  i.invitee_id IS NULL AND i.expires_at > now() AND u.id = i.inviter_id
  AND (u.suspended_until IS NULL OR u.suspended_until <= now())
  AND (u.limited_until IS NULL OR u.limited_until <= now())`;

export async function isInvitationUsable(code: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM invitations i, users u WHERE i.code = ${code} AND ${USABLE}`;
  return rows.length > 0;
}

/** @returns false if it cannot be used, or was used concurrently */
export async function claimInvitation(code: string, inviteeId: string, tx: Db): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE invitations i SET invitee_id = ${inviteeId}::uuid FROM users u WHERE i.code = ${code} AND ${USABLE}`;
  return count > 0;
}

export function findInviter(id: string): Promise<{ role: string; createdAt: Date } | null> {
  return db().user.findUnique({ where: { id }, select: { role: true, createdAt: true } });
}

/** Locks the inviter until the transaction ends, so that the limit holds. */
export async function lockInviter(id: string, tx: Db): Promise<{ role: string; createdAt: Date } | null> {
  const rows = await tx.$queryRaw<{ role: string; createdAt: Date }[]>`
    SELECT role, created_at AS "createdAt" FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return rows[0] ?? null;
}

export type BranchRecord = Prisma.UserGetPayload<{ select: typeof PERSON }> & {
  createdAt: Date;
  invited: number;
};

/** The people whom a person invited; without one, inviters who were not invited themselves. Newest first. */
export function listBranches({
  of,
  after,
  take,
}: {
  of: string | undefined;
  after: string | undefined;
  take: number;
}): Promise<BranchRecord[]> {
  const which = of
    ? Prisma.sql`EXISTS (SELECT 1 FROM invitations i WHERE i.invitee_id = u.id AND i.inviter_id = ${of}::uuid)`
    : Prisma.sql`EXISTS (SELECT 1 FROM invitations i WHERE i.inviter_id = u.id AND i.invitee_id IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM invitations i WHERE i.invitee_id = u.id)`;
  return db().$queryRaw<BranchRecord[]>`
    SELECT u.id, u.username, u.display_name AS "displayName", u.avatar_key AS "avatarKey",
           u.created_at AS "createdAt",
           (SELECT count(*)::int FROM invitations i WHERE i.inviter_id = u.id AND i.invitee_id IS NOT NULL) AS invited
      FROM users u
     WHERE ${which} ${after ? Prisma.sql`AND u.id < ${after}::uuid` : Prisma.empty}
     ORDER BY u.id DESC LIMIT ${take}`;
}

import "server-only";
import { readUsername } from "@/lib/account/username";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import type { UserShortRecord } from "./repository";

export type PersonHereRecord = UserShortRecord & { following: boolean; blocked: boolean; muted: boolean };

/** Other people with one of these ids or names, without those who block the viewer. A confusable name does not match. */
export async function listPeopleHere({
  viewerId,
  ids,
  names,
}: {
  viewerId: string;
  ids: string[];
  names: string[];
}): Promise<PersonHereRecord[]> {
  const keys = names.flatMap((name) => {
    const read = readUsername(name);
    return read.ok ? [{ key: read.key, name }] : [];
  });
  const viewer = Prisma.sql`${viewerId}::uuid`;
  return readRows<PersonHereRecord>(Prisma.sql`
    SELECT u.id, u.username, u.display_name AS "displayName", u.avatar_key AS "avatarKey",
           EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = ${viewer} AND f.followee_id = u.id)
             OR EXISTS (SELECT 1 FROM follow_requests r WHERE r.follower_id = ${viewer} AND r.followee_id = u.id)
             AS following,
           EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = ${viewer} AND b.blocked_id = u.id) AS blocked,
           EXISTS (SELECT 1 FROM mutes m WHERE m.muter_id = ${viewer} AND m.muted_id = u.id) AS muted
      FROM users u
     WHERE (u.id = ANY (${ids}::uuid[])
            OR (u.username_key = ANY (${keys.map(({ key }) => key)}::text[])
                AND u.username = ANY (${keys.map(({ name }) => name)}::text[])))
       AND u.id <> ${viewer}
       AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = ${viewer})`);
}

import "server-only";
import { readUsername } from "@/lib/account/username";
import { db, type Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { blockedPeople, hiddenPeople } from "@/lib/posts/card-repository";
import { maySeePostsOf } from "./privacy-repository";

/** Finds people by exact name; a confusable name does not match. */
export async function findUserIdsByNames(names: string[]): Promise<string[]> {
  const keys = names.flatMap((name) => {
    const read = readUsername(name);
    return read.ok ? [read.key] : [];
  });
  if (keys.length === 0) return [];
  const users = await db().user.findMany({
    where: { usernameKey: { in: keys }, username: { in: names } },
    select: { id: true },
  });
  return users.map(({ id }) => id);
}

export type UserShortRecord = { id: string; username: string; displayName: string; avatarKey: string | null };

export type UserRecord = UserShortRecord & {
  bio: string;
  bannerKey: string | null;
  createdAt: Date;
  postsCount: number;
  followersCount: number;
  followingCount: number;
  appsCount: number;
};

export type ProfileRecord = UserRecord & {
  isPrivate: boolean;
  following: boolean;
  /** The viewer has asked to follow them. */
  requested: boolean;
  followedBy: boolean;
  blocking: boolean;
  muting: boolean;
  /** This person blocks the viewer. */
  blocked: boolean;
};

/** A profile with the viewer's relation to it, by id or username. */
export async function findProfile(
  viewerId: string,
  by: { id: string } | { username: string },
): Promise<ProfileRecord | null> {
  const condition =
    "id" in by
      ? Prisma.sql`u.id = ${by.id}::uuid`
      : Prisma.sql`u.username_key = ${usernameKey(by.username)} AND u.username = ${by.username}`;
  const rows = await db().$queryRaw<ProfileRecord[]>`
    SELECT u.id, u.username, u.display_name AS "displayName", u.avatar_key AS "avatarKey",
           u.banner_key AS "bannerKey", u.bio, u.created_at AS "createdAt", u.posts_count AS "postsCount",
           u.followers_count AS "followersCount", u.following_count AS "followingCount", u.apps_count AS "appsCount",
           u.is_private AS "isPrivate",
           EXISTS (SELECT 1 FROM follow_requests WHERE follower_id = ${viewerId}::uuid AND followee_id = u.id) AS requested,
           EXISTS (SELECT 1 FROM follows WHERE follower_id = ${viewerId}::uuid AND followee_id = u.id) AS following,
           EXISTS (SELECT 1 FROM follows WHERE follower_id = u.id AND followee_id = ${viewerId}::uuid) AS "followedBy",
           EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${viewerId}::uuid AND blocked_id = u.id) AS blocking,
           EXISTS (SELECT 1 FROM blocks WHERE blocker_id = u.id AND blocked_id = ${viewerId}::uuid) AS blocked,
           EXISTS (SELECT 1 FROM mutes WHERE muter_id = ${viewerId}::uuid AND muted_id = u.id) AS muting
      FROM users u WHERE ${condition}`;
  return rows[0] ?? null;
}

/** Who had this name before, if nobody has it now. */
export async function findIdByFormerName(username: string): Promise<string | null> {
  const former = await db().formerUsername.findFirst({
    where: { usernameKey: usernameKey(username), username },
    select: { userId: true },
  });
  return former?.userId ?? null;
}

function usernameKey(username: string): string {
  const read = readUsername(username);
  return read.ok ? read.key : "";
}

export type PersonRecord = UserShortRecord & {
  bio: string;
  isPrivate: boolean;
  following: boolean;
  requested: boolean;
  followedBy: boolean;
  /** The list's sort key, for its cursor. */
  sortKey: string;
};

/** The columns of a PersonRecord, without the sort key, for a users row `u`. */
function personColumns(viewerId: string): Prisma.Sql {
  return Prisma.sql`u.id, u.username, u.display_name AS "displayName", u.avatar_key AS "avatarKey", u.bio,
    u.is_private AS "isPrivate", u.is_private AND EXISTS (
      SELECT 1 FROM follow_requests x WHERE x.follower_id = ${viewerId}::uuid AND x.followee_id = u.id) AS requested,
    EXISTS (SELECT 1 FROM follows x WHERE x.follower_id = ${viewerId}::uuid AND x.followee_id = u.id) AS following,
    EXISTS (SELECT 1 FROM follows x WHERE x.follower_id = u.id AND x.followee_id = ${viewerId}::uuid) AS "followedBy"`;
}

/** `key` is an integer: milliseconds since 1970, or a count. */
export type PeopleCursor = { key: string; id: string } | null;

const msOf = (column: Prisma.Sql) => Prisma.sql`(extract(epoch FROM ${column}) * 1000)::bigint::text`;
const timeOf = ({ key }: { key: string }) => Prisma.sql`to_timestamp(${key}::float8 / 1000)`;

type ListOptions = { viewerId: string; after: PeopleCursor; take: number };

const LISTS = {
  followers: [Prisma.sql`follows`, Prisma.sql`f.followee_id`, Prisma.sql`f.follower_id`],
  requests: [Prisma.sql`follow_requests`, Prisma.sql`f.followee_id`, Prisma.sql`f.follower_id`],
  following: [Prisma.sql`follows`, Prisma.sql`f.follower_id`, Prisma.sql`f.followee_id`],
  blocks: [Prisma.sql`blocks`, Prisma.sql`f.blocker_id`, Prisma.sql`f.blocked_id`],
  mutes: [Prisma.sql`mutes`, Prisma.sql`f.muter_id`, Prisma.sql`f.muted_id`],
  members: [Prisma.sql`people_list_members`, Prisma.sql`f.list_id`, Prisma.sql`f.user_id`],
  likes: [Prisma.sql`likes`, Prisma.sql`f.post_id`, Prisma.sql`f.user_id`],
  reposts: [Prisma.sql`reposts`, Prisma.sql`f.post_id`, Prisma.sql`f.user_id`],
} as const;

/** Lists who follows a person or wants to, whom they follow, block or mute, or who likes or reposts a post, newest first. */
export function listRelated({
  viewerId,
  of,
  list,
  after,
  take,
}: ListOptions & { of: string; list: keyof typeof LISTS }): Promise<PersonRecord[]> {
  const [table, own, other] = LISTS[list];
  const visible =
    list === "blocks" || list === "mutes"
      ? Prisma.empty
      : Prisma.sql`AND ${other} <> ALL (${blockedPeople(viewerId)}::uuid[])`;
  // What private people like and repost is for their followers.
  const isOpen =
    list === "likes" || list === "reposts" ? Prisma.sql`AND ${maySeePostsOf(other, viewerId)}` : Prisma.empty;
  const from = after
    ? Prisma.sql`AND (f.created_at, ${other}) < (${timeOf(after)}, ${after.id}::uuid)`
    : Prisma.empty;
  return db().$queryRaw<PersonRecord[]>`
    SELECT ${personColumns(viewerId)}, ${msOf(Prisma.sql`f.created_at`)} AS "sortKey"
      FROM ${table} f JOIN users u ON u.id = ${other}
     WHERE ${own} = ${of}::uuid ${visible} ${isOpen} ${from}
     ORDER BY f.created_at DESC, ${other} DESC LIMIT ${take}`;
}

/** SQL: the viewer may find the users row `u`, who may be hidden from everybody but their followers. */
export function isListed(viewerId: string): Prisma.Sql {
  return Prisma.sql`(NOT u.unlisted OR u.id = ${viewerId}::uuid OR EXISTS (
    SELECT 1 FROM follows z WHERE z.follower_id = ${viewerId}::uuid AND z.followee_id = u.id))`;
}

/** People who match every term of a tsquery, most followers first. */
export function searchPeople({
  viewerId,
  search,
  after,
  take,
}: ListOptions & { search: string }): Promise<PersonRecord[]> {
  const from = after
    ? Prisma.sql`AND (u.followers_count, u.id) < (${after.key}::bigint, ${after.id}::uuid)`
    : Prisma.empty;
  return db().$queryRaw<PersonRecord[]>`
    SELECT ${personColumns(viewerId)}, u.followers_count::text AS "sortKey"
      FROM users u
     WHERE u.search @@ ${search}::tsquery AND u.id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND u.profile_completed_at IS NOT NULL AND ${isListed(viewerId)} ${from}
     ORDER BY u.followers_count DESC, u.id DESC LIMIT ${take}`;
}

/**
 * People whose name contains a text, those that the viewer follows first. Bounded to the newest 500 followees and 300
 * others.
 * @param text folded, as by foldText
 * @param search a tsquery for it; null finds followees only
 */
export function completeNames({
  viewerId,
  text,
  search,
  take,
}: {
  viewerId: string;
  text: string;
  search: string | null;
  take: number;
}): Promise<PersonRecord[]> {
  const others = search
    ? Prisma.sql`UNION (SELECT id FROM users WHERE search @@ ${search}::tsquery LIMIT 300)`
    : Prisma.empty;
  return db().$queryRaw<PersonRecord[]>`
    WITH candidates AS MATERIALIZED (
      (SELECT followee_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid ORDER BY created_at DESC LIMIT 500)
      ${others})
    SELECT ${personColumns(viewerId)}, '' AS "sortKey"
      FROM candidates c JOIN users u ON u.id = c.id
     WHERE strpos(lower(u.username || ' ' || u.display_name), ${text}) > 0 AND u.profile_completed_at IS NOT NULL
       AND ${isListed(viewerId)}
       AND u.id <> ALL (${hiddenPeople(viewerId)}::uuid[])
     ORDER BY following DESC, strpos(u.username, ${text}) = 1 DESC, u.followers_count DESC, u.id LIMIT ${take}`;
}

export type SuggestionRecord = PersonRecord & { sharedFollows: number };

/**
 * Suggests people whom the viewer's followees follow, most shared first, then recent authors. Bounded to 200 followees and
 * the newest 1,000 posts, so that its cost does not grow.
 */
export function listSuggestions(viewerId: string, take: number): Promise<SuggestionRecord[]> {
  return db().$queryRaw<SuggestionRecord[]>`
    WITH mine AS (
      SELECT followee_id FROM follows WHERE follower_id = ${viewerId}::uuid ORDER BY created_at DESC LIMIT 200),
    shared AS (
      SELECT f.followee_id AS id, count(*)::int AS shared FROM mine JOIN LATERAL (
          SELECT followee_id FROM follows WHERE follower_id = mine.followee_id LIMIT 200) f ON true
       GROUP BY 1 ORDER BY 2 DESC LIMIT 200),
    active AS (
      SELECT author_id AS id, max(id::text) AS last FROM (
        SELECT author_id, id FROM posts ORDER BY id DESC LIMIT 1000) newest GROUP BY 1),
    candidates AS (
      SELECT id, max(shared) AS shared, max(last) AS last FROM (
        SELECT id, shared, NULL AS last FROM shared UNION ALL SELECT id, 0, last FROM active) both_kinds GROUP BY 1)
    SELECT ${personColumns(viewerId)}, '' AS "sortKey", c.shared AS "sharedFollows"
      FROM candidates c JOIN users u ON u.id = c.id
     WHERE u.id <> ${viewerId}::uuid AND u.profile_completed_at IS NOT NULL AND NOT u.unlisted
       AND u.id <> ALL (${hiddenPeople(viewerId)}::uuid[])
       AND NOT EXISTS (SELECT 1 FROM follows x WHERE x.follower_id = ${viewerId}::uuid AND x.followee_id = u.id)
       AND NOT EXISTS (SELECT 1 FROM follow_requests x WHERE x.follower_id = ${viewerId}::uuid AND x.followee_id = u.id)
     ORDER BY c.shared DESC, c.last DESC NULLS LAST, u.id DESC LIMIT ${take}`;
}

/** Stores a person's search terms. */
export async function writePersonSearch(id: string, terms: string[], client: Db = db()): Promise<void> {
  await client.$executeRaw`
    UPDATE users SET search = array_to_tsvector(${terms}::text[]) WHERE id = ${id}::uuid`;
}

import "server-only";
import { EXPORT_PAGE_POSTS, EXPORT_PAGE_ROWS } from "@/lib/config/export-limits";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { EMOJIS, REACTIONS, type ReactionTotal } from "@/lib/shared/reactions";

const MEDIA = {
  fileKey: true,
  posterKey: true,
  captionsKey: true,
  playback: true,
  type: true,
  width: true,
  height: true,
  alt: true,
} as const;
export type MediaRecord = Prisma.MediaGetPayload<{ select: typeof MEDIA }>;

/** What an archive of a person's data holds, in pages by id. */

export function findOwner(id: string) {
  return db().user.findUnique({
    where: { id },
    select: {
      id: true,
      username: true,
      displayName: true,
      bio: true,
      email: true,
      avatarKey: true,
      bannerKey: true,
      createdAt: true,
      mutedWords: true,
      quietKinds: true,
      quietPushKinds: true,
      language: true,
      digest: { select: { every: true, timeZone: true } },
      emailVerifiedAt: true,
      formerUsernames: { select: { username: true } },
      unlisted: true,
      isPrivate: true,
      altReminder: true,
      singleKeys: true,
      pinnedPostId: true,
      consentVersion: true,
      consentAt: true,
      termsVersion: true,
    },
  });
}
export type OwnerRecord = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

export function countPosts(authorId: string): Promise<number> {
  return db().post.count({ where: { authorId } });
}

/** Newest first. */
export function listPosts({
  authorId,
  replies,
  before,
}: {
  authorId: string;
  replies: boolean;
  before: string | undefined;
}) {
  return db().post.findMany({
    where: { authorId, parentId: replies ? { not: null } : null, ...(before && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: EXPORT_PAGE_POSTS,
    select: {
      id: true,
      body: true,
      createdAt: true,
      editedAt: true,
      importedAt: true,
      warning: true,
      sensitive: true,
      replyPolicy: true,
      parentId: true,
      quoteId: true,
      appVersion: true,
      likesCount: true,
      commentsCount: true,
      app: { select: { id: true, name: true } },
      media: {
        orderBy: { position: "asc" },
        select: MEDIA,
      },
      moment: { select: { appId: true, state: true, href: true, alt: true } },
      versions: { orderBy: { id: "asc" }, select: { body: true, warning: true, writtenAt: true } },
    },
  });
}
export type PostRecord = Awaited<ReturnType<typeof listPosts>>[number];

/** Of the person's own apps: of each the version that runs. */
export function listApps(ownerId: string, after: string | undefined) {
  return db().app.findMany({
    where: { ownerId, deletedAt: null, ...(after && { id: { gt: after } }) },
    orderBy: { id: "asc" },
    take: EXPORT_PAGE_POSTS,
    select: {
      id: true,
      name: true,
      description: true,
      category: true,
      tags: true,
      isPublic: true,
      createdAt: true,
      iconKey: true,
      bannerKey: true,
      screenshotKeys: true,
      currentVersion: { select: { version: true, packageSha256: true } },
    },
  });
}

/** The apps that keep something for the person. */
export function listStorages(userId: string) {
  return db().appStorage.findMany({
    where: { userId, bytes: { gt: 0 } },
    orderBy: { appId: "asc" },
    select: { appId: true, updatedAt: true, app: { select: { name: true } } },
  });
}

export function listEntries(userId: string, appId: string) {
  return db().appStorageEntry.findMany({
    where: { userId, appId },
    orderBy: [{ area: "asc" }, { key: "asc" }],
    select: { area: true, key: true, value: true },
  });
}

/** The snapshots of data of earlier app versions. */
export function listKeptData(userId: string) {
  return db().keptAppData.findMany({
    where: { userId },
    orderBy: { appId: "asc" },
    select: { id: true, appId: true, version: true, keptAt: true, app: { select: { name: true } } },
  });
}

export function listKeptEntries(keptId: string) {
  return db().keptAppEntry.findMany({
    where: { keptId },
    orderBy: [{ area: "asc" }, { key: "asc" }],
    select: { area: true, key: true, value: true },
  });
}

/** Files of the person's own programs. */
export function listStoredFiles(ownerId: string, after: string | undefined) {
  return db().storedFile.findMany({
    where: { ownerId, ...(after && { id: { gt: after } }) },
    orderBy: { id: "asc" },
    take: EXPORT_PAGE_ROWS,
    select: {
      id: true,
      name: true,
      fileKey: true,
      bytes: true,
      type: true,
      cacheControl: true,
      metadata: true,
      updatedAt: true,
    },
  });
}

/** LISTS_MAX at most, with LIST_MEMBERS_MAX people each. */
export function listPeopleLists(ownerId: string) {
  return db().peopleList.findMany({
    where: { ownerId },
    orderBy: { id: "asc" },
    select: {
      id: true,
      name: true,
      members: {
        orderBy: { createdAt: "asc" },
        select: { user: { select: { id: true, username: true } } },
      },
    },
  });
}

/** DRAFTS_MAX at most, posts for later among them. */
export function listDrafts(ownerId: string) {
  return db().postDraft.findMany({
    where: { ownerId },
    orderBy: { id: "asc" },
    select: { id: true, content: true, updatedAt: true, scheduledAt: true },
  });
}

/** Those of these pictures that are in no post. */
export function listDraftMedia(ownerId: string, ids: string[]) {
  return db().media.findMany({
    where: { ownerId, postId: null, id: { in: ids } },
    select: { id: true, ...MEDIA },
  });
}

/** What somebody may pass as themselves with (hashes, keys, addresses of push services) is in none of them. */
const ACCOUNT_LISTS = {
  sessions: (me) =>
    Prisma.sql`SELECT id, kind, user_agent AS "userAgent", opened_by AS "openedBy", created_at AS at, last_used_at AS "lastUsedAt"
                 FROM sessions WHERE user_id = ${me}::uuid AND revoked_at IS NULL AND expires_at > now()`,
  passkeys: (me) =>
    Prisma.sql`SELECT id, name, created_at AS at, last_used_at AS "lastUsedAt" FROM passkeys WHERE user_id = ${me}::uuid`,
  authenticators: (me) =>
    Prisma.sql`SELECT id, name, confirmed_at AS at, last_used_at AS "lastUsedAt" FROM totp_factors
                WHERE user_id = ${me}::uuid AND confirmed_at IS NOT NULL`,
  identities: (me) =>
    Prisma.sql`SELECT id, provider, email, created_at AS at, last_used_at AS "lastUsedAt" FROM identities WHERE user_id = ${me}::uuid`,
  tokens: (me) =>
    Prisma.sql`SELECT id, name, scopes, created_at AS at, last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
                 FROM personal_tokens WHERE user_id = ${me}::uuid`,
  "push-devices": (me) =>
    Prisma.sql`SELECT p.id, s.user_agent AS "userAgent", p.created_at AS at FROM push_subscriptions p
                 JOIN sessions s ON s.id = p.session_id WHERE p.user_id = ${me}::uuid AND p.gone_at IS NULL`,
  invitations: (me) =>
    Prisma.sql`SELECT id, code, created_at AS at, expires_at AS "expiresAt", invitee_id IS NOT NULL AS "isUsed"
                 FROM invitations WHERE inviter_id = ${me}::uuid`,
  reports: (me) =>
    Prisma.sql`SELECT id, subject_type AS "subjectType", subject_id AS "subjectId", reason, note, created_at AS at
                 FROM reports WHERE reporter_id = ${me}::uuid`,
  decisions: (me) =>
    Prisma.sql`SELECT id, action, subject_type AS "subjectType", subject_id AS "subjectId", reason, message, until, created_at AS at,
                      undone_at AS "undoneAt", appeal, answer FROM decisions WHERE person_id = ${me}::uuid`,
} satisfies Record<string, (me: string) => Prisma.Sql>;

/** By name, as the API has it. A repost has an id of its own, because it has a place in feeds. */
const REACTION_LISTS = Object.fromEntries(
  Object.values(REACTIONS).map(({ total }) => [
    total,
    (me: string) =>
      Prisma.sql`SELECT ${Prisma.raw(total === "reposts" ? 'id, post_id AS "postId"' : "post_id AS id")}, created_at AS at
                   FROM ${Prisma.raw(total)} WHERE user_id = ${me}::uuid`,
  ]),
) as Record<ReactionTotal, (me: string) => Prisma.Sql>;

/** The lists of an archive: each row has an `id`, by which it is paged, and what belongs to it. */
const LISTS = {
  ...REACTION_LISTS,
  bookmarks: (me) => Prisma.sql`SELECT id, post_id AS "postId" FROM bookmarks WHERE user_id = ${me}::uuid`,
  reactions: (me) =>
    Prisma.sql`SELECT id, post_id AS "postId", emoji FROM ${Prisma.raw(EMOJIS.table)} WHERE user_id = ${me}::uuid`,
  following: (me) =>
    Prisma.sql`SELECT u.id, u.username, f.created_at AS at FROM follows f JOIN users u ON u.id = f.followee_id
                WHERE f.follower_id = ${me}::uuid`,
  followers: (me) =>
    Prisma.sql`SELECT u.id, u.username, f.created_at AS at FROM follows f JOIN users u ON u.id = f.follower_id
                WHERE f.followee_id = ${me}::uuid`,
  blocked: (me) =>
    Prisma.sql`SELECT u.id, u.username, b.created_at AS at FROM blocks b JOIN users u ON u.id = b.blocked_id
                WHERE b.blocker_id = ${me}::uuid`,
  muted: (me) =>
    Prisma.sql`SELECT u.id, u.username, m.created_at AS at FROM mutes m JOIN users u ON u.id = m.muted_id
                WHERE m.muter_id = ${me}::uuid`,
  "requests-sent": (me) =>
    Prisma.sql`SELECT u.id, u.username, r.created_at AS at FROM follow_requests r JOIN users u ON u.id = r.followee_id
                WHERE r.follower_id = ${me}::uuid`,
  "requests-received": (me) =>
    Prisma.sql`SELECT u.id, u.username, r.created_at AS at FROM follow_requests r JOIN users u ON u.id = r.follower_id
                WHERE r.followee_id = ${me}::uuid`,
  "app-comments": (me) =>
    Prisma.sql`SELECT id, app_id AS "appId", content, created_at AS at FROM comments WHERE author_id = ${me}::uuid`,
  "app-reviews": (me) =>
    Prisma.sql`SELECT id, app_id AS "appId", stars, text, version, answer, created_at AS at, edited_at AS "editedAt"
                 FROM reviews WHERE author_id = ${me}::uuid`,
  "review-answers": (me) =>
    Prisma.sql`SELECT r.id, r.app_id AS "appId", r.answer, r.answered_at AS at
                 FROM reviews r JOIN apps a ON a.id = r.app_id WHERE a.owner_id = ${me}::uuid AND r.answer IS NOT NULL`,
  "helpful-reviews": (me) =>
    Prisma.sql`SELECT review_id AS id, created_at AS at FROM review_votes WHERE user_id = ${me}::uuid`,
  collections: (me) =>
    Prisma.sql`SELECT c.id, c.title, c.description, c.is_public AS "isPublic", c.created_at AS at, c.changed_at AS "changedAt",
                      ARRAY(SELECT jsonb_build_object('id', i.app_id, 'note', i.note) FROM collection_apps i
                             WHERE i.collection_id = c.id ORDER BY i.position, i.app_id) AS apps
                 FROM collections c WHERE c.owner_id = ${me}::uuid`,
  "saved-collections": (me) =>
    Prisma.sql`SELECT collection_id AS id, created_at AS at FROM collection_saves WHERE user_id = ${me}::uuid`,
  "app-likes": (me) =>
    Prisma.sql`SELECT app_id AS id, created_at AS at FROM app_likes WHERE user_id = ${me}::uuid`,
  "app-installs": (me) =>
    Prisma.sql`SELECT app_id AS id, added_at AS at FROM app_installs WHERE user_id = ${me}::uuid`,
  "app-runs": (me) =>
    Prisma.sql`SELECT app_id AS id, runs, first_run_at AS at, last_run_at AS "lastRunAt" FROM app_runs WHERE user_id = ${me}::uuid`,
  "network-permissions": (me) =>
    Prisma.sql`SELECT app_id AS id, hosts, granted_at AS at FROM egress_consents WHERE user_id = ${me}::uuid`,
  "profile-permissions": (me) =>
    Prisma.sql`SELECT app_id AS id, granted_at AS at FROM profile_consents WHERE user_id = ${me}::uuid`,
  "silenced-apps": (me) =>
    Prisma.sql`SELECT app_id AS id, created_at AS at FROM notification_opt_outs WHERE user_id = ${me}::uuid`,
  "network-calls": (me) =>
    Prisma.sql`SELECT id, app_id AS "appId", host, method, decision, status, bytes_up AS "bytesUp", bytes_down AS "bytesDown",
                      created_at AS at FROM egress_calls WHERE user_id = ${me}::uuid`,
  rooms: (me) =>
    Prisma.sql`SELECT m.room_id AS id, r.app_id AS "appId", r.post_id AS "postId", m.joined_at AS at, m.is_muted AS "isMuted"
                 FROM room_members m JOIN rooms r ON r.id = m.room_id WHERE m.user_id = ${me}::uuid AND m.removed_at IS NULL`,
  scores: (me) =>
    Prisma.sql`SELECT s.id, s.app_id AS "appId", s.board, s.value, s.created_at AS at FROM scores s WHERE s.user_id = ${me}::uuid`,
  ...ACCOUNT_LISTS,
} satisfies Record<string, (me: string) => Prisma.Sql>;
export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

export type ListRow = { id: string; username?: string } & Record<string, unknown>;

export function listRows(name: ListName, userId: string, after: string | undefined): Promise<ListRow[]> {
  return db().$queryRaw<ListRow[]>`
    SELECT * FROM (${LISTS[name](userId)}) rows
     WHERE id > ${after ?? "00000000-0000-0000-0000-000000000000"}::uuid ORDER BY id LIMIT ${EXPORT_PAGE_ROWS}`;
}

import "server-only";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";
import { postRoomSql, type PostRoomRecord } from "@/lib/rooms/card-repository";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import type { PostTotals } from "./contract";
import type { ReplyPolicy } from "./rules";
import type { UserShortRecord } from "@/lib/people/repository";
import { COUNTS, isOwn, ownReactions, type OwnReactions } from "./counts-repository";
import { BOARD_CARD_ENTRIES } from "@/lib/config/limits";
import type { BoardCardRecord } from "@/lib/scores/card-contract";
import { LINK_OF_POST, type LinkRecord } from "@/lib/links/repository";
import { boardCardSql } from "@/lib/scores/card-repository";
import { labelOf, type LabelRecord, shownWarning } from "./label-repository";
import { MEDIA_JSON, type MediaRecord } from "./media-repository";
import { MOMENT_OF_POST, type PostMomentRecord } from "./moment-repository";
import { quotedPostSql, type QuotedRecord } from "./quote-repository";

/** The app attached to a post. */
export type CardApp = {
  id: string;
  ownerId: string;
  name: string;
  description: string;
  version: string;
  iconKey: string;
  bannerKey: string | null;
  category: string;
  ownerUsername: string;
  ownerDisplayName: string;
  ownerAvatarKey: string | null;
  /** Null without score boards. */
  board: BoardCardRecord | null;
};

/** A post with everything its card shows to one viewer. */
export type PostCard = PostTotals &
  OwnReactions & {
    id: string;
    /** The sort key, and the cursor of the next page. */
    entry: string;
    body: string;
    warning: string;
    label: LabelRecord | null;
    sensitive: boolean;
    replyPolicy: ReplyPolicy;
    canReply: boolean;
    /** False for what somebody else wrote whose account is private. */
    canShare: boolean;
    render: unknown;
    appId: string | null;
    appVersion: string | null;
    sharesApp: boolean;
    /** Of the viewer's own posts. */
    clientKey: string | null;
    createdAt: Date;
    editedAt: Date | null;
    importedAt: Date | null;
    authorId: string;
    authorUsername: string;
    authorDisplayName: string;
    authorAvatarKey: string | null;
    bookmarked: boolean;
    /** Pinned by its author. */
    pinned: boolean;
    /** Who reposted it into this feed. */
    reposter: UserShortRecord | null;
    quoteId: string | null;
    /** The parent, and the root of the thread. */
    parentId: string | null;
    rootId: string | null;
    /** The parent's author; null if that post is deleted or not visible to the viewer. */
    replyTo: UserShortRecord | null;
    /** Null if it is deleted or not visible to the viewer. */
    quoted: QuotedRecord | null;
    media: MediaRecord[] | null;
    /** Null when there is none, or when the viewer may not see it. */
    app: CardApp | null;
    /** The room of its app; null when there is none, or when the viewer may not see the app. */
    room: PostRoomRecord | null;
    moment: PostMomentRecord | null;
    link: LinkRecord | null;
    hasThread: boolean;
  };

/** SQL for the uuid[] of people hidden from the viewer's lists: blocked in either direction, or muted. */
export function hiddenPeople(viewerId: string): Prisma.Sql {
  return Prisma.sql`(ARRAY(
    SELECT blocked_id FROM blocks WHERE blocker_id = ${viewerId}::uuid
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerId}::uuid
    UNION ALL SELECT muted_id FROM mutes WHERE muter_id = ${viewerId}::uuid))`;
}

/** SQL for the uuid[] of people who blocked the viewer or are blocked by them. */
export function blockedPeople(viewerId: string): Prisma.Sql {
  return Prisma.sql`(ARRAY(
    SELECT blocked_id FROM blocks WHERE blocker_id = ${viewerId}::uuid
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerId}::uuid))`;
}

/** SQL: the viewer may see the row `a` of apps. */
function visibleApp(viewerId: string | null): Prisma.Sql {
  if (!viewerId) return Prisma.sql`a.is_public`;
  return Prisma.sql`(a.owner_id = ${viewerId}::uuid
    OR a.is_public AND a.owner_id <> ALL (${blockedPeople(viewerId)}::uuid[]))`;
}

/** SQL for the PostRoomRecord, as the viewer sees it, of the posts row `p`. */
export function roomOfPost(viewerId: string | null): Prisma.Sql {
  const hidden = viewerId ? hiddenPeople(viewerId) : Prisma.sql`'{}'`;
  return postRoomSql({ visible: visibleApp(viewerId), hidden });
}

/** SQL for the columns of a page: post, sort key, and reposter. For a post that is not a repost. */
export const itself = (id: Prisma.Sql) => Prisma.sql`${id} AS id, ${id} AS entry, NULL::uuid AS by`;

/** SQL: the viewer may reply to the posts row `p`, by the reply policy of its thread's root. */
export function mayReply(viewerId: string): Prisma.Sql {
  return Prisma.sql`(p.reply_policy = 'everyone' OR EXISTS (
    SELECT 1 FROM posts r WHERE r.id = COALESCE(p.root_id, p.id) AND (
      r.author_id = ${viewerId}::uuid
      OR (r.reply_policy = 'mentioned' AND ${viewerId}::uuid = ANY (r.reply_allowed))
      OR (r.reply_policy = 'following' AND EXISTS (
        SELECT 1 FROM follows f WHERE f.follower_id = r.author_id AND f.followee_id = ${viewerId}::uuid)))))`;
}

/** SQL for the BoardCardRecord of the app of the posts row `p`. */
export function boardOfPost(viewerId: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT ${boardCardSql(hiddenPeople(viewerId), BOARD_CARD_ENTRIES)}
      FROM apps a JOIN app_versions v ON v.id = a.current_version_id
     WHERE a.id = p.app_id AND a.deleted_at IS NULL AND ${visibleApp(viewerId)})`;
}

/**
 * The cards of a page of posts, in order.
 * @param viewerId null for a guest
 * @param ids a SELECT with the columns of {@link itself}; `ctes` are the common table expressions it uses
 */
export function findPostCards({
  viewerId,
  ids,
  ctes,
}: {
  viewerId: string | null;
  ids: Prisma.Sql;
  ctes?: Prisma.Sql;
}): Promise<PostCard[]> {
  const visible = visibleApp(viewerId);
  const hidden = viewerId ? hiddenPeople(viewerId) : Prisma.sql`'{}'`;
  return readRows<PostCard>(Prisma.sql`
    WITH ${ctes ? Prisma.sql`${ctes},` : Prisma.empty} page AS MATERIALIZED (${ids})
    SELECT p.id, page.entry, p.body, ${shownWarning("p")} AS warning, ${labelOf("p")} AS label, p.sensitive,
           p.reply_policy AS "replyPolicy", ${viewerId ? mayReply(viewerId) : Prisma.sql`false`} AS "canReply",
           NOT u.is_private OR u.id = ${viewerId}::uuid IS TRUE AS "canShare", p.render, p.app_id AS "appId", p.app_version AS "appVersion",
           p.shares_app AS "sharesApp",
           CASE WHEN p.author_id = ${viewerId}::uuid THEN p.client_key END AS "clientKey",
           ${COUNTS}, ${ownReactions(viewerId)}, p.created_at AS "createdAt", p.edited_at AS "editedAt",
           p.imported_at AS "importedAt",
           u.id AS "authorId", u.username AS "authorUsername", u.display_name AS "authorDisplayName",
           u.avatar_key AS "authorAvatarKey",
           ${isOwn(Prisma.sql`bookmarks`, viewerId)} AS bookmarked,
           COALESCE(u.pinned_post_id = p.id, false) AS pinned,
           CASE WHEN page.by IS NOT NULL THEN
             (SELECT json_build_object('id', r.id, 'username', r.username, 'displayName', r.display_name,
                       'avatarKey', r.avatar_key) FROM users r WHERE r.id = page.by)
           END AS reposter, p.parent_id AS "parentId", p.root_id AS "rootId",
           CASE WHEN p.parent_id IS NOT NULL THEN
             (SELECT json_build_object('id', w.id, 'username', w.username, 'displayName', w.display_name,
                       'avatarKey', w.avatar_key) FROM posts q JOIN users w ON w.id = q.author_id
               WHERE q.id = p.parent_id AND q.author_id <> ALL (${hidden}::uuid[])
                 AND ${maySeePostsOf(Prisma.sql`q.author_id`, viewerId)})
           END AS "replyTo",
           p.comments_count > 0 AND EXISTS (
             SELECT 1 FROM posts c WHERE c.parent_id = p.id AND c.author_id = p.author_id) AS "hasThread", p.quote_id AS "quoteId", ${quotedPostSql({ viewerId, hidden, visible })} AS quoted,
           ${LINK_OF_POST} AS link,
           (SELECT json_agg(${MEDIA_JSON} ORDER BY m.position) FROM media m WHERE m.post_id = p.id) AS media,
           CASE WHEN p.app_id IS NOT NULL THEN
             (SELECT json_build_object('id', a.id, 'ownerId', a.owner_id, 'name', a.name, 'description', a.description,
                       'version', v.version, 'iconKey', a.icon_key, 'bannerKey', a.banner_key, 'category', a.category,
                       'ownerUsername', o.username, 'ownerDisplayName', o.display_name, 'ownerAvatarKey', o.avatar_key,
                       'board', ${boardCardSql(hidden, BOARD_CARD_ENTRIES)})
                FROM apps a JOIN app_versions v ON v.id = a.current_version_id JOIN users o ON o.id = a.owner_id
               WHERE a.id = p.app_id AND a.deleted_at IS NULL AND ${visible})
           END AS app, ${roomOfPost(viewerId)} AS room,
           ${viewerId ? MOMENT_OF_POST : Prisma.sql`NULL::json`} AS moment
      FROM page JOIN posts p ON p.id = page.id JOIN users u ON u.id = p.author_id
     ORDER BY page.entry DESC`);
}

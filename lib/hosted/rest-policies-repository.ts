import "server-only";
import { Prisma } from "@/lib/db/generated/client";
import { currentNotifications } from "@/lib/notifications/repository";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { isListed } from "@/lib/people/repository";
import { blockedPeople, hiddenPeople } from "@/lib/posts/card-repository";
import { shownText, shownWarning } from "@/lib/posts/label-repository";
import type { ViewName } from "./rest-views";

/**
 * Row-level security: the rows of each view that a person may see, with the columns of rest-views. These are the rows
 * that the product's lists show them, without addresses, passwords and settings. Besides the columns of rest-views, which
 * are all that queries can select, `search` has the words of those that have a text search.
 */
type Policy = (viewerId: string) => Prisma.Sql;

/** SQL: the viewer may see the row `a` of apps. */
const visibleApp: Policy = (viewerId) => Prisma.sql`
  a.deleted_at IS NULL AND (a.is_public OR a.owner_id = ${viewerId}::uuid)
  AND a.owner_id <> ALL (${blockedPeople(viewerId)}::uuid[])`;

const isVisibleApp = (column: Prisma.Sql, viewerId: string) =>
  Prisma.sql`EXISTS (SELECT 1 FROM apps a WHERE a.id = ${column} AND ${visibleApp(viewerId)})`;

/** SQL: an author in `column` whom the viewer has not hidden, and who does not hide from them. */
const visibleAuthor = (column: Prisma.Sql, viewerId: string) => Prisma.sql`
  ${column} <> ALL (${hiddenPeople(viewerId)}::uuid[])
  AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${column} AND ${isListed(viewerId)})`;

/** SQL: the same, of somebody whose posts the viewer may see. */
const visibleWriter = (column: Prisma.Sql, viewerId: string) =>
  Prisma.sql`${visibleAuthor(column, viewerId)} AND ${maySeePostsOf(column, viewerId)}`;

const isVisiblePost = (column: Prisma.Sql, viewerId: string) => Prisma.sql`
  EXISTS (SELECT 1 FROM posts v WHERE v.id = ${column} AND v.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
    AND ${maySeePostsOf(Prisma.sql`v.author_id`, viewerId)})`;

const fileUrl = (column: Prisma.Sql) => Prisma.sql`'/api/files/' || ${column}`;

export const POLICIES: Readonly<Record<ViewName, Policy>> = {
  profiles: (viewerId) => Prisma.sql`
    SELECT u.id, u.username, u.display_name, u.bio, ${fileUrl(Prisma.sql`u.avatar_key`)} AS avatar_url,
           ${fileUrl(Prisma.sql`u.banner_key`)} AS banner_url, u.posts_count, u.followers_count, u.following_count,
           u.apps_count, u.created_at, u.search
      FROM users u
     WHERE u.profile_completed_at IS NOT NULL AND u.id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND ${isListed(viewerId)}`,

  posts: (viewerId) => Prisma.sql`
    SELECT p.id, p.author_id, p.kind, p.body, ${shownWarning("p")} AS warning, p.sensitive, p.quote_id, p.parent_id, p.root_id,
           p.reply_policy, p.likes_count, p.comments_count, p.reposts_count, p.quotes_count, p.created_at, p.edited_at, p.search,
           CASE WHEN ${isVisibleApp(Prisma.sql`p.app_id`, viewerId)} THEN p.app_id END AS app_id,
           CASE WHEN ${isVisibleApp(Prisma.sql`p.app_id`, viewerId)} THEN p.app_version END AS app_version,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'url', ${fileUrl(Prisma.sql`m.file_key`)},
                     'type', m.type, 'width', m.width, 'height', m.height, 'alt', m.alt) ORDER BY m.position), '[]')
              FROM media m WHERE m.post_id = p.id) AS media
      FROM posts p WHERE ${visibleWriter(Prisma.sql`p.author_id`, viewerId)}`,

  comments: (viewerId) => Prisma.sql`
    SELECT p.id, p.parent_id AS post_id, NULL::uuid AS app_id, p.author_id, ${shownText("p")} AS content, p.created_at,
           p.search
      FROM posts p WHERE p.parent_id IS NOT NULL AND ${visibleWriter(Prisma.sql`p.author_id`, viewerId)}
       AND ${isVisiblePost(Prisma.sql`p.parent_id`, viewerId)}
    UNION ALL
    SELECT c.id, NULL::uuid, c.app_id, c.author_id, c.content, c.created_at, NULL::tsvector
      FROM comments c WHERE ${visibleAuthor(Prisma.sql`c.author_id`, viewerId)}
       AND ${isVisibleApp(Prisma.sql`c.app_id`, viewerId)}`,

  reactions: (viewerId) => Prisma.sql`
    SELECT l.post_id, l.user_id, 'like'::text AS kind, l.created_at
      FROM likes l WHERE l.user_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`l.user_id`, viewerId)}
       AND ${isVisiblePost(Prisma.sql`l.post_id`, viewerId)}`,

  follows: (viewerId) => Prisma.sql`
    SELECT f.follower_id, f.followee_id AS following_id, f.created_at
      FROM follows f WHERE f.follower_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND f.followee_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND (f.followee_id = ${viewerId}::uuid OR ${maySeePostsOf(Prisma.sql`f.follower_id`, viewerId)})
       AND (f.follower_id = ${viewerId}::uuid OR ${maySeePostsOf(Prisma.sql`f.followee_id`, viewerId)})`,

  apps: (viewerId) => Prisma.sql`
    SELECT a.id, a.owner_id, a.name, a.description, a.category, a.tags, a.is_public, a.likes_count, a.users_count,
           a.runs_count, a.comments_count, a.published_at, a.created_at, a.updated_at, a.search,
           (SELECT x.version FROM app_versions x WHERE x.id = a.current_version_id) AS version
      FROM apps a WHERE ${visibleApp(viewerId)}`,

  app_versions: (viewerId) => Prisma.sql`
    SELECT x.id, x.app_id, x.version, x.notes, x.package_bytes, x.created_at, x.published_at
      FROM app_versions x JOIN apps a ON a.id = x.app_id
     WHERE ${visibleApp(viewerId)} AND (x.published_at IS NOT NULL OR a.owner_id = ${viewerId}::uuid)`,

  notifications: (viewerId) => Prisma.sql`
    SELECT n.id, n.kind, n.actor_id, n.post_id, n.comment_id, n.app_id, n.room_id, n.text, n.href, n.read_at,
           n.created_at
      FROM notifications n WHERE ${currentNotifications(viewerId)}`,

  bookmarks: (viewerId) => Prisma.sql`
    SELECT b.id, b.user_id, b.post_id
      FROM bookmarks b WHERE b.user_id = ${viewerId}::uuid AND ${isVisiblePost(Prisma.sql`b.post_id`, viewerId)}`,
};

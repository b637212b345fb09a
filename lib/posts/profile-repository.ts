import "server-only";
import { Prisma } from "@/lib/db/generated/client";
import { maySeePostsOf } from "@/lib/people/privacy-repository";
import { blockedPeople, findPostCards, itself, type PostCard } from "./card-repository";
import { MAX_ID, type FeedPage } from "./timeline-repository";

type AuthorPage = FeedPage & { authorId: string };

/** A person's replies. The caller has checked that the viewer may see that person. */
export function listRepliesOf({ viewerId, authorId, after, take }: AuthorPage): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT ${itself(Prisma.sql`id`)} FROM posts
     WHERE author_id = ${authorId}::uuid AND parent_id IS NOT NULL AND id < ${after ?? MAX_ID}::uuid
     ORDER BY id DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}

/** A person's posts and replies with pictures. The caller has checked that the viewer may see that person. */
export function listMediaOf({ viewerId, authorId, after, take }: AuthorPage): Promise<PostCard[]> {
  const ids = Prisma.sql`
    SELECT ${itself(Prisma.sql`id`)} FROM posts p
     WHERE author_id = ${authorId}::uuid AND id < ${after ?? MAX_ID}::uuid
       AND EXISTS (SELECT 1 FROM media m WHERE m.post_id = p.id)
     ORDER BY id DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}

/** The posts that the viewer likes, latest like first. The cursor is the post id with the time of the like. */
export function listLiked({ viewerId, after, take }: FeedPage): Promise<PostCard[]> {
  const before = after ?? MAX_ID;
  const until = Number.parseInt(before.replaceAll("-", "").slice(0, 12), 16) / 1000;
  const place = Prisma.sql`(lpad(to_hex((extract(epoch FROM l.created_at) * 1000)::bigint), 12, '0')
    || substr(replace(l.post_id::text, '-', ''), 13))::uuid`;
  const ids = Prisma.sql`
    SELECT l.post_id AS id, ${place} AS entry, NULL::uuid AS by FROM likes l JOIN posts p ON p.id = l.post_id
     WHERE l.user_id = ${viewerId}::uuid AND l.created_at <= to_timestamp(${until}::float8)
       AND ${place} < ${before}::uuid AND p.author_id <> ALL (${blockedPeople(viewerId)}::uuid[])
       AND ${maySeePostsOf(Prisma.sql`p.author_id`, viewerId)}
     ORDER BY l.created_at DESC, ${place} DESC LIMIT ${take}`;
  return findPostCards({ viewerId, ids });
}

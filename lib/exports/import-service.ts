import "server-only";
import { IMPORT_RECENT_MS } from "@/lib/config/export-limits";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { createPost } from "@/lib/posts/service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { ImportedPost, ImportPostsResponse, KnownPosts } from "./import-contract";
import { findImported, findOwnPosts } from "./repository";

/** Which posts of an archive are here already: imported before, or never deleted. */
export async function findKnownPosts({ viewer, ids }: { viewer: Actor; ids: string[] }): Promise<KnownPosts> {
  return { items: await findImported(viewer.id, ids) };
}

/**
 * Imports posts of an archive as the person's own, with their dates and without notifications. Idempotent.
 *
 * Trust model. Anybody can call this without an archive, so it must give nothing that a post does not: posts of the last
 * day count as new ones, and replies and quotes are of one's own posts only.
 * @throws AppError account_limited, rate_limited, unavailable; what is wrong with one post is in the answer
 */
export async function importPosts({
  actor,
  posts,
}: {
  actor: Actor;
  posts: ImportedPost[];
}): Promise<ImportPostsResponse> {
  const ids = posts.map(({ id }) => id);
  const known = new Map((await findImported(actor.id, ids)).map(({ id, postId }) => [id, postId]));
  const news = posts.filter(({ id }) => !known.has(id));
  if (news.length > 0) await consumeLimit("importedPosts", actor.id, { points: news.length });
  const referred = news.flatMap(({ replyTo, quote }) => [replyTo, quote].filter((id) => id != null));
  const own = await findOwnPosts(actor.id, referred);
  const items: ImportPostsResponse["items"] = [];
  for (const { id, createdAt, replyTo, ...words } of posts) {
    const postId = known.get(id);
    if (postId) items.push({ id, postId, isNew: false, problem: null });
    else {
      try {
        if ([replyTo, words.quote].some((id) => id != null && !own.has(id))) throw new AppError("not_found");
        if (Date.now() - createdAt.getTime() < IMPORT_RECENT_MS) await consumeLimit("posts", actor.id);
        const { post, created } = await createPost({
          actor,
          payload: { ...words, kind: "text", clientKey: id, preview: false },
          replyTo: replyTo ?? undefined,
          at: createdAt,
          isImport: true,
        });
        items.push({ id, postId: post.id, isNew: created, problem: null });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500 || error.code === "account_limited")
          throw error;
        items.push({ id, postId: null, isNew: false, problem: error.code });
      }
    }
  }
  return { items };
}

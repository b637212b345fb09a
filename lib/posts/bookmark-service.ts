import "server-only";
import { uuidv7 } from "uuidv7";
import type { Actor, Page } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { deleteBookmark, insertBookmark, listBookmarks as listCards } from "./bookmark-repository";
import type { Bookmark, PostPageQuery, Post } from "./contract";
import { presentPostPage } from "./presenter";

/** Keeps a post for the actor. Idempotent. @throws AppError not_found */
export async function bookmark({ actor, postId }: { actor: Actor; postId: string }): Promise<Bookmark> {
  const isThere = await insertBookmark({ id: uuidv7(), userId: actor.id, postId });
  if (!isThere) throw new AppError("not_found");
  return { postId, bookmarked: true };
}

/** Idempotent; works for posts that the actor may no longer see, too. */
export async function removeBookmark({ actor, postId }: { actor: Actor; postId: string }): Promise<Bookmark> {
  await deleteBookmark(actor.id, postId);
  return { postId, bookmarked: false };
}

/** A page of the viewer's own bookmarks, the last one first. */
export async function listBookmarks({
  viewer,
  query: { after, limit },
}: {
  viewer: Actor;
  query: PostPageQuery;
}): Promise<Page<Post>> {
  return presentPostPage(await listCards({ viewerId: viewer.id, after, take: limit + 1 }), limit);
}

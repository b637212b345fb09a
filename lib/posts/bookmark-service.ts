import "server-only";
import { uuidv7 } from "uuidv7";
import type { Actor, Page } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { deleteBookmark, insertBookmark, listBookmarks as listCards } from "./bookmark-repository";
import type { Bookmark, PostPageQuery, Post } from "./contract";
import { presentPostPage } from "./presenter";
import { publish } from "@/lib/notifications/notify-service";
import type { Pending } from "@/lib/notifications/pending-service";
import { bookmarkChanged } from "@/lib/realtime/row-events";

/** Bookmarks a post. Idempotent. @throws AppError not_found */
export async function bookmark({ actor, postId }: { actor: Actor; postId: string }): Promise<Bookmark> {
  const made = { id: uuidv7(), userId: actor.id, postId };
  const isNew = await insertBookmark(made);
  if (isNew === null) throw new AppError("not_found");
  if (isNew) publish(bookmarkChanged("INSERT", made));
  return { postId, bookmarked: true };
}

/** A bookmark that is stored together with other changes. @throws AppError not_found when it is stored */
export function pendingBookmark({ actor, postId }: { actor: Actor; postId: string }): Pending {
  const made = { id: uuidv7(), userId: actor.id, postId };
  return {
    target: postId,
    store: async (tx) => {
      const isNew = await insertBookmark(made, tx);
      if (isNew === null) throw new AppError("not_found");
      return isNew ? [bookmarkChanged("INSERT", made)] : [];
    },
  };
}

/** Idempotent; also works for posts that the actor can no longer see. */
export async function removeBookmark({ actor, postId }: { actor: Actor; postId: string }): Promise<Bookmark> {
  const id = await deleteBookmark(actor.id, postId);
  if (id) publish(bookmarkChanged("DELETE", { id, userId: actor.id, postId }));
  return { postId, bookmarked: false };
}

/** A page of the viewer's own bookmarks, latest first. */
export async function listBookmarks({
  viewer,
  query: { after, limit },
}: {
  viewer: Actor;
  query: PostPageQuery;
}): Promise<Page<Post>> {
  return presentPostPage(await listCards({ viewerId: viewer.id, after, take: limit + 1 }), limit);
}

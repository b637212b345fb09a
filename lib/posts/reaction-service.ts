import "server-only";
import { uuidv7 } from "uuidv7";
import type { Reaction, ReactionBody } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { idAt } from "@/lib/shared/time-id";
import { deleteLike, insertLike } from "./reaction-repository";
import { publish } from "@/lib/notifications/notify-service";

/**
 * Likes a post or takes the like back; doing it again changes nothing.
 * @throws AppError not_found
 */
export async function react({
  actor,
  reaction: { postId, action },
  at,
}: {
  actor: Actor;
  reaction: ReactionBody;
  at?: Date;
}): Promise<Reaction> {
  if (action === "unlike") {
    const row = await deleteLike(actor.id, postId);
    if (!row) throw new AppError("not_found");
    const { authorId, likes, comments, countedAt } = row;
    if (countedAt !== null) publish({ type: "counts", postId, authorId, likes, comments, countedAt });
    return { postId, liked: false, likes: row.likes };
  }
  const notificationId = at ? idAt(at) : uuidv7();
  const row = await insertLike({ userId: actor.id, postId, notificationId, createdAt: at ?? new Date() });
  if (!row) throw new AppError("not_found");
  const { authorId, likes, comments, countedAt } = row;
  if (countedAt !== null) publish({ type: "counts", postId, authorId, likes, comments, countedAt });
  if (row.notified) publish({ type: "notification", userId: authorId, id: notificationId, kind: "like" });
  return { postId, liked: true, likes: row.likes };
}

import "server-only";
import { uuidv7 } from "uuidv7";
import type { Reaction, ReactionBody } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { idAt } from "@/lib/shared/time-id";
import { deleteLike, insertLike } from "./reaction-repository";
import { publish } from "@/lib/notifications/notify-service";

/**
 * Likes a post or takes the like back. Idempotent.
 * @param at when it happened; now by default
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
  const liked = action === "like";
  const notificationId = at ? idAt(at) : uuidv7();
  const row = liked
    ? await insertLike({ userId: actor.id, postId, notificationId, createdAt: at ?? new Date() })
    : await deleteLike(actor.id, postId);
  if (!row) throw new AppError("not_found");
  const { authorId, likes, comments, countedAt, notified } = row;
  if (countedAt !== null) publish({ type: "counts", postId, authorId, likes, comments, countedAt });
  if (notified) publish({ type: "notification", userId: authorId, id: notificationId, kind: "like" });
  return { postId, liked, likes };
}

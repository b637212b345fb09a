import "server-only";
import { inTransaction } from "@/lib/db/client";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { Pin } from "./contract";
import { lockPin, updatePin } from "./pin-repository";
import { findPostAuthor } from "./repository";

/**
 * Pins one of the actor's own posts to their profile, in place of the previous one, or unpins it. Idempotent.
 * @throws AppError not_found; forbidden if it is somebody else's
 */
export async function pinPost({
  actor,
  postId,
  on,
}: {
  actor: Actor;
  postId: string;
  on: boolean;
}): Promise<Pin> {
  const authorId = await findPostAuthor(actor.id, postId);
  if (authorId === null) throw new AppError("not_found");
  if (authorId !== actor.id) throw new AppError("forbidden");
  return inTransaction(async (tx) => {
    const previous = await lockPin(actor.id, tx);
    if (on) await updatePin(actor.id, postId, tx);
    else if (previous === postId) await updatePin(actor.id, null, tx);
    return { pinned: on ? postId : previous === postId ? null : previous, previous };
  });
}

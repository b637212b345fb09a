import "server-only";
import type { Reaction, ReactionBody } from "@/lib/contracts/post";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/domain/errors";
import { inTransaction } from "@/lib/server/db/client";
import { deleteLike, insertLike } from "@/lib/server/repositories/reaction-repository";
import { notify, publish } from "./notify";

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
    if (row.changed) publish({ type: "counts", postId, ...row });
    return { postId, liked: false, likes: row.likes };
  }
  const { row, events } = await inTransaction(async (tx) => {
    const row = await insertLike(actor.id, postId, tx);
    if (!row) throw new AppError("not_found");
    const happening = { kind: "like" as const, actorId: actor.id, userIds: [row.authorId], postId, at };
    return { row, events: row.changed ? await notify(happening, tx) : [] };
  });
  if (row.changed) {
    publish(
      { type: "counts", postId, authorId: row.authorId, likes: row.likes, comments: row.comments },
      ...events,
    );
  }
  return { postId, liked: true, likes: row.likes };
}

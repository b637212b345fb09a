import "server-only";
import type { PostPayload } from "./contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/db/client";
import { lockCounting } from "./quote-repository";
import { findClientKeys } from "./repository";
import { announcement, checkPost, preparePost, requireContent, storePost } from "./service";
import type { Pending } from "@/lib/notifications/pending-service";

/** Which of these client keys are those of published posts. */
export async function publishedKeys(actor: Actor, clientKeys: string[]): Promise<ReadonlySet<string>> {
  return new Set(clientKeys.length > 0 ? await findClientKeys(actor.id, clientKeys) : []);
}

const lockPosts = (ids: string[], tx: Db): Promise<void> => lockCounting({ ids }, tx);

/**
 * Checks a post that is stored together with others.
 * @returns its id, and no change for one whose client key is known: it is published already
 * @throws AppError like createPost
 */
export async function pendingPost({
  actor,
  payload,
  replyTo,
}: {
  actor: Actor;
  payload: Omit<PostPayload, "thread" | "draft" | "moment">;
  replyTo?: string | undefined;
}): Promise<{ id: string; change: Pending | null }> {
  requireContent(payload, "body");
  const { known, parent } = await checkPost({ actor, payload, replyTo });
  if (known) return { id: known, change: null };
  const post = await preparePost({ actor, part: payload, parent, at: undefined, isImport: false });
  const { row } = post;
  const counting = [row.quoteId, parent?.id].filter((id) => id != null);
  const change: Pending = {
    target: row.id,
    ...(counting.length > 0 && { lock: { with: lockPosts, ids: counting } }),
    store: async (tx) => {
      const stored = await storePost({ post, isImport: false, at: undefined }, tx);
      // A concurrent request with the same client key was first.
      if (!stored) throw new AppError("conflict");
      return [announcement(post), ...stored];
    },
  };
  return { id: row.id, change };
}

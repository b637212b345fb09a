import "server-only";
import { consumeLimit, mostAtOnce } from "@/lib/infra/rate-limiter";
import { AppError } from "@/lib/shared/errors";

export type Sender = { key: string; isNew: boolean };

/**
 * Counts the further posts of a thread as the replies that they are, before any is stored: a thread is no way around the
 * limit, and is not refused halfway.
 * @param isReply its first post is a reply, too, and is counted already
 * @throws AppError rate_limited; thread_too_long if it is more than the whole limit
 */
export async function countThread({
  sender: { key, isNew },
  replies,
  isReply,
}: {
  sender: Sender;
  replies: number;
  isReply: boolean;
}): Promise<void> {
  if (replies === 0) return;
  if (replies + Number(isReply) > mostAtOnce("comments", isNew)) throw new AppError("thread_too_long");
  await consumeLimit("comments", key, { points: replies, isNew });
}

/** How many posts a thread may have for its limit; one fewer if its first post is a reply, too. */
export const threadMaxOf = (isNew: boolean): number => 1 + mostAtOnce("comments", isNew);

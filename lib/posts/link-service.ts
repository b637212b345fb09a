import "server-only";
import { readCard } from "@/lib/links/service";
import { defineQueue } from "@/lib/infra/queue";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { publish } from "@/lib/notifications/notify-service";
import { AppError } from "@/lib/shared/errors";
import { setPostLink } from "./repository";

type LinkToAdd = { postId: string; authorId: string; body: string; link: string };

/**
 * Fetches the card of a post's link and sends it to everybody who has the post open. Beyond the author's limit, the post
 * has no card.
 */
export async function addCard(
  { postId, authorId, body, link }: LinkToAdd,
  read: typeof readCard = readCard,
): Promise<void> {
  if (!(await mayFetch(authorId))) return;
  const linkId = await read(link);
  if (linkId && (await setPostLink({ postId, body, linkId })))
    publish({ type: "post_edited", id: postId, authorId });
}

async function mayFetch(authorId: string): Promise<boolean> {
  try {
    await consumeLimit("linkCards", authorId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}

export const cardQueue = defineQueue<LinkToAdd>("links", (link) => addCard(link));

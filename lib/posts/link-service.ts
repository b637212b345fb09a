import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "@/lib/db/client";
import { cardAddress } from "@/lib/links/rules";
import { readCard } from "@/lib/links/service";
import { defineQueue } from "@/lib/infra/queue";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { publish } from "@/lib/notifications/notify-service";
import { AppError } from "@/lib/shared/errors";
import { findPostBody, setPostLink } from "./repository";

/** Names the text whose link it is, and has none of it: a job that failed is kept longer than a deleted post. */
export type LinkToAdd = { postId: string; authorId: string; bodyHash: string };

export const hashOf = (body: string) => createHash("sha256").update(body).digest("base64url");

/** Queues the card of the link in a post's text. */
export function queueCard(
  { postId, authorId, body }: { postId: string; authorId: string; body: string },
  tx: Db,
): Promise<void> {
  return cardQueue.send({ postId, authorId, bodyHash: hashOf(body) }, tx);
}

/**
 * Fetches the card of a post's link and sends it to everybody who has the post open. Beyond the author's limit, the post
 * has no card.
 */
export async function addCard(
  { postId, authorId, bodyHash }: LinkToAdd,
  read: typeof readCard = readCard,
): Promise<void> {
  const body = await findPostBody(postId);
  // Deleted, or edited since: an edit that changes the link has a job of its own.
  const link = body !== null && hashOf(body) === bodyHash ? cardAddress(body) : null;
  if (body === null || !link || !(await mayFetch(authorId))) return;
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

const cardQueue = defineQueue<LinkToAdd>("links", (link) => addCard(link));

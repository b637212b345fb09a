import "server-only";
import type { Page } from "@/lib/contracts/common";
import type { Post } from "@/lib/contracts/post";
import type { TimelineQuery } from "@/lib/contracts/timeline";
import type { Actor } from "@/lib/domain/actor";
import { presentPostPage } from "@/lib/server/presenters/post";
import { listAllFeed, listHomeFeed } from "@/lib/server/repositories/timeline-repository";

/** A page of a feed, newest first. */
export async function readTimeline({
  viewer,
  query,
}: {
  viewer: Actor;
  query: TimelineQuery;
}): Promise<Page<Post>> {
  const page = { viewerId: viewer.id, after: query.after, take: query.limit + 1 };
  const cards = await (query.feed === "all" ? listAllFeed(page) : listHomeFeed(page));
  return presentPostPage(cards, query.limit);
}

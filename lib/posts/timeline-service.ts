import "server-only";
import type { Page } from "@/lib/shared/contract";
import type { Post, PostPageQuery, TimelineQuery } from "./contract";
import type { Feed } from "./rules";
import type { Actor } from "@/lib/shared/contract";
import { presentPostPage } from "./presenter";
import { countFollowing } from "@/lib/people/follow-repository";
import { AppError } from "@/lib/shared/errors";
import { findPostAuthor } from "./repository";
import { listAllFeed, listHomeFeed, listQuotes as listQuoteCards } from "./timeline-repository";

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

/** A page of the posts that quote one, newest first. @throws AppError not_found */
export async function listQuotes({
  viewer,
  postId,
  query: { after, limit },
}: {
  viewer: Actor;
  postId: string;
  query: PostPageQuery;
}): Promise<Page<Post>> {
  if ((await findPostAuthor(viewer.id, postId)) === null) throw new AppError("not_found");
  const cards = await listQuoteCards({ viewerId: viewer.id, quoteId: postId, after, take: limit + 1 });
  return presentPostPage(cards, limit);
}

/** The feed a timeline opens with: the home feed of somebody who follows nobody has only their own posts. */
export async function startingFeed(viewer: Actor): Promise<Feed> {
  return (await countFollowing(viewer.id)) === 0 ? "all" : "home";
}

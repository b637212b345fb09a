import "server-only";
import type { Page } from "@/lib/shared/contract";
import type { Post, PostPageQuery, TimelineQuery } from "./contract";
import type { Feed } from "./rules";
import type { Actor } from "@/lib/shared/contract";
import { presentPostPage } from "./presenter";
import { fromReplica } from "@/lib/db/replica";
import { hasMutedWord } from "@/lib/search/muted-words";
import { AppError } from "@/lib/shared/errors";
import { findPostAuthor } from "./repository";
import { getList } from "@/lib/people/list-service";
import {
  listAllFeed,
  listHomeFeed,
  listPeopleFeed,
  listQuotes as listQuoteCards,
} from "./timeline-repository";

/** The reader of a feed, with their muted words, which are part of the session. */
export type Reader = Actor & { mutedWords: readonly string[] };

/** How many empty pages are skipped; beyond, the client requests the next one. */
const MUTED_PAGES_MAX = 3;

/**
 * A page of a feed, newest first, without posts that contain one of the reader's muted words. Those are filtered after
 * the query, because matching needs rules that SQL lacks, and so that the query stays fast for everybody. A filtered
 * page is shorter.
 * @throws AppError not_found if the list is not the viewer's
 */
export async function readTimeline({
  viewer,
  query,
}: {
  viewer: Reader;
  query: TimelineQuery;
}): Promise<Page<Post>> {
  let { after } = query;
  for (let skipped = 0; ; skipped++) {
    const page = { viewerId: viewer.id, after, take: query.limit + 1 };
    const cards = await fromReplica(viewer.id, () =>
      query.list
        ? listPeopleFeed({ ...page, listId: query.list })
        : query.feed === "all"
          ? listAllFeed(page)
          : listHomeFeed(page),
    );
    // Somebody else's list looks like one that does not exist.
    if (query.list && cards.length === 0) await getList({ viewer, id: query.list });
    const { items, nextCursor } = presentPostPage(cards, query.limit);
    const shown = items.filter((post) => post.author.id === viewer.id || !isMuted(post, viewer.mutedWords));
    if (shown.length > 0 || !nextCursor || skipped === MUTED_PAGES_MAX) return { items: shown, nextCursor };
    after = nextCursor;
  }
}

function isMuted({ body, media, quote }: Post, words: readonly string[]): boolean {
  const alts = media.map(({ alt }) => alt);
  return hasMutedWord([body, ...alts, quote?.post?.body ?? ""].join("\n"), words);
}

/** A page of the posts that quote a post, newest first. @throws AppError not_found */
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
  const cards = await fromReplica(viewer.id, () =>
    listQuoteCards({ viewerId: viewer.id, quoteId: postId, after, take: limit + 1 }),
  );
  return presentPostPage(cards, limit);
}

/** The feed a timeline opens with: the home feed of somebody who follows nobody has only their own posts. */
export function startingFeed({ followingCount }: { followingCount: number }): Feed {
  return followingCount === 0 ? "all" : "home";
}

import { queryOptions, useInfiniteQuery, useQuery, type QueryClient } from "@tanstack/react-query";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import { FEEDS, placeOf, type AnyFeed } from "./rules";
import { postKeys, readFeed, timelineQuery, type PostPages } from "./queries";
import { prependCachedPosts } from "./cache-queries";

const MAX_ANNOUNCED = 500;

const FRESH = ["posts-fresh"] as const;
const freshKey = (feed: AnyFeed) => [...FRESH, feed] as const;

/** A post that is announced and not yet shown; `own` of the viewer, sent in another tab or on another device. */
export type Announced = {
  /** Its sort key in the feed. */
  id: string;
  own: boolean;
  /** The post, if the sort key is that of a repost. */
  repostOf?: string;
};

/** The posts announced by the live stream and not yet shown. */
const freshPostsQuery = (feed: AnyFeed) =>
  queryOptions({
    queryKey: freshKey(feed),
    queryFn: (): Announced[] => [],
    initialData: [] as Announced[],
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Those of the announced posts that the loaded part of the feed lacks; a refetch may have brought some. */
export function stillFresh(announced: Announced[], shown: { pages: Page<Post>[] } | undefined): Announced[] {
  const ids = shown?.pages.flatMap((page) => page.items.map(placeOf)) ?? [];
  const known = new Set(ids);
  const oldest = ids.at(-1) ?? "";
  return announced.filter(({ id }) => id > oldest && !known.has(id));
}

/** How many posts of a feed are announced and not yet shown, and how many of them are by others. Never fetches. */
export function useFreshPosts(feed: AnyFeed): { count: number; others: number } {
  const { data: announced } = useQuery(freshPostsQuery(feed));
  const { data: shown } = useInfiniteQuery({ ...timelineQuery(feed), enabled: false });
  const fresh = stillFresh(announced, shown);
  return { count: fresh.length, others: fresh.filter(({ own }) => !own).length };
}

/** Notes a new post of a feed. */
export function announcePost(client: QueryClient, feed: AnyFeed, post: Announced): void {
  client.setQueryData<Announced[]>(freshKey(feed), (posts = []) =>
    posts.some(({ id }) => id === post.id) ? posts : [post, ...posts].slice(0, MAX_ANNOUNCED),
  );
}

/** Fetches new posts that the live stream did not announce. */
export async function checkFreshPosts(
  client: QueryClient,
  userId: string,
  feeds: readonly AnyFeed[] = FEEDS,
): Promise<void> {
  for (const feed of feeds) {
    const shown = client.getQueryData<PostPages>(postKeys.timeline(feed));
    if (!shown) continue;
    const newest = shown.pages[0]?.items.map(placeOf)[0];
    const { items } = await readFeed(feed);
    for (const post of items.reverse()) {
      const id = placeOf(post);
      if (newest !== undefined && id <= newest) continue;
      announcePost(client, feed, { id, own: !post.repost && post.author.id === userId });
    }
  }
}

function retract(client: QueryClient, isMeant: (post: Announced) => boolean): void {
  client.setQueriesData<Announced[]>({ queryKey: FRESH }, (posts) => posts?.filter((post) => !isMeant(post)));
}

/** Removes a deleted post and its reposts. */
export function retractPost(client: QueryClient, id: string): void {
  retract(client, (post) => post.id === id || post.repostOf === id);
}

/** Somebody removed a repost; the event does not say which of several was theirs. */
export function retractReposts(client: QueryClient, postId: string): void {
  retract(client, (post) => post.repostOf === postId);
}

/** Puts the announced posts on top of the feed. */
export async function showFreshPosts(client: QueryClient, feed: AnyFeed): Promise<void> {
  const page = await readFeed(feed);
  const key = postKeys.timeline(feed);
  const shown = client.getQueryData<PostPages>(key);
  const newest = shown?.pages[0]?.items.map(placeOf)[0];
  if (shown && (newest === undefined || page.items.some((post) => placeOf(post) <= newest)))
    prependCachedPosts(
      client,
      key,
      page.items.filter((post) => newest === undefined || placeOf(post) > newest),
    );
  // More than a page is new: start over from the top rather than hide a gap.
  else client.setQueryData<PostPages>(key, { pages: [page], pageParams: [null] });
  client.setQueryData<Announced[]>(freshKey(feed), []);
}

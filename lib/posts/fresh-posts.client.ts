import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Page } from "@/lib/shared/contract";
import type { Post } from "./contract";
import type { Feed } from "./timeline-contract";
import { PAGE_SIZE } from "@/lib/config/limits";
import { freshKey } from "./fresh-posts-queries";
import { prependCachedPosts } from "./post-cache.client";
import { postKeys, type PostPages } from "./queries";

/** Notes a new post in a feed, which itself may still be on its way. */
export function announcePost(client: QueryClient, feed: Feed, id: string): void {
  client.setQueryData<string[]>(freshKey(feed), (ids = []) =>
    ids.includes(id) ? ids : [id, ...ids].slice(0, 500),
  );
}

/** Asks for what is new, where the live stream cannot tell: it was away for too long. */
export async function checkFreshPosts(client: QueryClient): Promise<void> {
  for (const feed of ["home", "all"] as const) {
    const shown = client.getQueryData<PostPages>(postKeys.timeline(feed));
    if (!shown) continue;
    const newest = shown.pages[0]?.items[0]?.id;
    const { items } = await api<Page<Post>>("/v1/timeline", { query: { feed, limit: PAGE_SIZE } });
    for (const post of items.reverse()) {
      if (newest === undefined || post.id > newest) announcePost(client, feed, post.id);
    }
  }
}

export function retractPost(client: QueryClient, id: string): void {
  for (const feed of ["home", "all"] as const) {
    client.setQueryData<string[]>(freshKey(feed), (ids = []) => ids.filter((one) => one !== id));
  }
}

/** Forgets what was announced: the feed was read anew. */
function clearFreshPosts(client: QueryClient, feed: Feed): void {
  client.setQueryData<string[]>(freshKey(feed), []);
}

/** Brings what was announced onto the screen, on top of the feed. */
export async function showFreshPosts(client: QueryClient, feed: Feed): Promise<void> {
  const page = await api<Page<Post>>("/v1/timeline", { query: { feed, limit: PAGE_SIZE } });
  const shown = client.getQueryData<PostPages>(postKeys.timeline(feed));
  const newest = shown?.pages[0]?.items[0]?.id;
  const meets = newest === undefined || page.items.some((post) => post.id <= newest);
  if (shown && meets)
    prependCachedPosts(
      client,
      postKeys.timeline(feed),
      page.items.filter((post) => newest === undefined || post.id > newest),
    );
  // More than a page is new: begin again from the top rather than hide a gap.
  else client.setQueryData<PostPages>(postKeys.timeline(feed), { pages: [page], pageParams: [null] });
  clearFreshPosts(client, feed);
}

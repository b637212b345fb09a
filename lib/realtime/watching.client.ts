import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { withJitter } from "@/lib/browser/wait-to-retry";
import { LISTS_MAX, WATCH_INTERVAL_MS, WATCHED_PER_STREAM, WATCHED_PER_TAB } from "@/lib/config/limits";
import type { PostCounts } from "@/lib/posts/contract";
import { activePosts } from "@/lib/posts/counts-queries";
import { postKeys } from "@/lib/posts/queries";
import { listOfFeed, type AnyFeed } from "@/lib/posts/rules";
import type { WatchRequest } from "./contract";

/** What a tab displays; the server sends only events about it. */
export type Shown = Pick<WatchRequest, "posts" | "apps" | "everyone" | "lists">;

/** What the server watches since the last request, and the counts at that time. */
export type Watched = { fresh: string[]; items: PostCounts[]; newFeeds: AnyFeed[] };

const SETTLE_MS = 250;
const RETRY_MS = 5_000;

/** The window around `middle`, for a list that exceeds the limit. */
export function partAround<T>(list: T[], middle: number, size: number): T[] {
  const start = Math.max(0, Math.min(middle - Math.floor(size / 2), list.length - size));
  return list.slice(start, start + size);
}

/** The posts in the open lists of this tab; for long lists, those around the viewport. */
function readShown(client: QueryClient): Shown {
  let posts = activePosts(client);
  if (posts.length > WATCHED_PER_TAB) {
    const mounted = [...document.querySelectorAll<HTMLElement>("[data-post]")];
    const ids = new Set(mounted.map(({ dataset }) => dataset.post));
    const middle = posts.findIndex(({ id }) => ids.has(id)) + Math.floor(ids.size / 2);
    posts = partAround(posts, middle, WATCHED_PER_TAB);
  }
  const feeds = client
    .getQueryCache()
    .findAll({ queryKey: postKeys.timelines, type: "active" })
    .map(({ queryKey }) => queryKey.at(-1) as AnyFeed);
  return {
    posts: unique(posts.flatMap(({ id, quote }) => (quote ? [id, quote.id] : [id]))),
    apps: unique(posts.flatMap(({ app }) => app?.id ?? [])),
    everyone: feeds.includes("all"),
    lists: feeds.flatMap((feed) => listOfFeed(feed) ?? []),
  };
}

const unique = (ids: string[]): string[] => [...new Set(ids)];

/** Feeds on screen that are notified of new posts. */
export const watchedFeeds = ({ everyone, lists }: Pick<Shown, "everyone" | "lists">): AnyFeed[] => [
  ...(everyone ? ["all" as const] : []),
  ...lists.map((id) => `list:${id}` as const),
];

/** Calls `onChange` with what this tab shows, now and on every change, until `signal` aborts. */
export function followShown(
  client: QueryClient,
  signal: AbortSignal,
  onChange: (shown: Shown) => void,
): void {
  let last = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    const shown = readShown(client);
    const text = JSON.stringify(shown);
    if (text === last) return;
    last = text;
    onChange(shown);
  };
  const later = () => (timer ??= setTimeout(look, SETTLE_MS));
  const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === postKeys.all[0]) later();
  });
  addEventListener("scroll", later, { capture: true, passive: true, signal });
  signal.addEventListener("abort", () => {
    unsubscribe();
    clearTimeout(timer);
  });
  look();
}

/** Sends the server what this browser's tabs show, from the tab that owns the stream. */
export class Watcher {
  readonly #onWatched: (watched: Watched) => void;
  /** Most recently changed tab last. */
  readonly #tabs = new Map<string, Shown>();
  #stream: string | null = null;
  #serial = 0;
  /** The watches that the server has for this stream. */
  #reported: { posts: Set<string>; feeds: AnyFeed[] } = { posts: new Set(), feeds: [] };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = 0;
  #isSending = false;
  /** Posts whose counts arrived on the stream since the last request was sent: its response may be older. */
  readonly #overtaken = new Set<string>();

  constructor(onWatched: (watched: Watched) => void) {
    this.#onWatched = onWatched;
  }

  /** @param shown null for a closed tab */
  show(tab: string, shown: Shown | null): void {
    this.#tabs.delete(tab);
    if (shown) this.#tabs.set(tab, shown);
    this.#later(WATCH_INTERVAL_MS - (Date.now() - this.#sentAt));
  }

  /** Records that counts of a post arrived on the stream. */
  countsArrived(postId: string): void {
    this.#overtaken.add(postId);
  }

  /** A new stream has no watches yet. */
  restart(stream: string): void {
    this.#stream = stream;
    this.#reported = { posts: new Set(), feeds: [] };
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#send();
  }

  stop(): void {
    this.#stream = null;
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        void this.#send();
      },
      Math.max(0, ms),
    );
  }

  async #send(): Promise<void> {
    const stream = this.#stream;
    if (!stream) return;
    if (this.#isSending) return this.#later(WATCH_INTERVAL_MS);
    const tabs = [...this.#tabs.values()].reverse();
    const first = (ids: string[]) => unique(ids).slice(0, WATCHED_PER_STREAM);
    const posts = first(tabs.flatMap((shown) => shown.posts));
    const apps = first(tabs.flatMap((shown) => shown.apps));
    const everyone = tabs.some((shown) => shown.everyone);
    const lists = unique(tabs.flatMap((shown) => shown.lists)).slice(0, LISTS_MAX);
    const fresh = posts.filter((id) => !this.#reported.posts.has(id));
    const body: WatchRequest = { stream, serial: this.#serial++, posts, apps, everyone, lists, fresh };
    const feeds = watchedFeeds(body);
    const newFeeds = feeds.filter((feed) => !this.#reported.feeds.includes(feed));
    this.#isSending = true;
    this.#sentAt = Date.now();
    this.#overtaken.clear();
    try {
      const { items } = await api<{ items: PostCounts[] }>("/realtime/v1/watch", { method: "PUT", body });
      if (stream !== this.#stream) return;
      this.#reported = { posts: new Set(posts), feeds };
      if (fresh.length > 0 || newFeeds.length > 0)
        this.#onWatched({
          fresh: fresh.filter((id) => !this.#overtaken.has(id)),
          items: items.filter(({ postId }) => !this.#overtaken.has(postId)),
          newFeeds,
        });
    } catch {
      if (stream === this.#stream) this.#later(withJitter(RETRY_MS));
    } finally {
      this.#isSending = false;
    }
  }
}

import { DEFAULT_TEMPLATE_ID, POST_EDIT_MINUTES, POST_TITLE_GRAPHEMES } from "@/lib/config/limits";
import { graphemesOf } from "@/lib/shared/visible-text";

export const TEMPLATE_IDS = [DEFAULT_TEMPLATE_ID] as const;

/** `home`: one's own posts and those of followed people; `all`: everyone's. */
export const FEEDS = ["home", "all"] as const;
export type Feed = (typeof FEEDS)[number];
/** Or the feed of a list of people. */
export type AnyFeed = Feed | `list:${string}`;

/** The id of the list, if the feed is one of a list. */
export function listOfFeed(feed: AnyFeed): string | undefined {
  return feed.startsWith("list:") ? feed.slice("list:".length) : undefined;
}

/** The lists of posts on a profile; `likes` is only on one's own. */
export const POST_TABS = ["posts", "replies", "media", "likes"] as const;
export type PostTab = (typeof POST_TABS)[number];

/** Who may reply to a post and in its thread; its author always may. */
export const REPLY_POLICIES = ["everyone", "following", "mentioned", "nobody"] as const;
export type ReplyPolicy = (typeof REPLY_POLICIES)[number];

/** The publicly visible part of a post that its author marked, before it is revealed; the whole post otherwise. */
export function asClosed<T extends Marked>(post: T): T {
  const { warning } = post;
  if (!warning) return post.sensitive ? { ...post, media: [] } : post;
  const closed = { media: [], app: null, appRef: null, moment: null, room: null, quote: null };
  return { ...post, ...closed, body: warning, render: { ...post.render, slots: { title: warning } } };
}

/** Whether its author can still edit a post. */
export function isEditable(createdAt: Date): boolean {
  return Date.now() - createdAt.getTime() < POST_EDIT_MINUTES * 60_000;
}

/** The sort key of a post in its feed: the id of its repost, or its own. */
export function placeOf(post: { id: string; repost?: { id: string } | undefined }): string {
  return post.repost?.id ?? post.id;
}

type Marked = { body: string; warning: string; sensitive: boolean; render: object };

type Reply = { id: string; reply: { parentId: string } | null; counts: { comments: number } };

/** A reply in a thread; with `more`, a placeholder for that many further replies. */
type ThreadItem<T> = { post: T; depth: number; more: number };

/** Replies in reading order: oldest first, each followed by its own replies. Drops duplicates. */
export function threadOf<T extends Reply>(replies: readonly T[], postId: string): ThreadItem<T>[] {
  const children = new Map<string, T[]>();
  const unique = new Map(replies.map((post) => [post.id, post]));
  for (const post of [...unique.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const parentId = post.reply?.parentId ?? "";
    children.set(parentId, [...(children.get(parentId) ?? []), post]);
  }
  const below = (parentId: string, depth: number): ThreadItem<T>[] =>
    (children.get(parentId) ?? []).flatMap((post) => {
      const shown = children.get(post.id)?.length ?? 0;
      const more = post.counts.comments - shown;
      const rest = more > 0 ? [{ post, depth: depth + 1, more }] : [];
      return [{ post, depth, more: 0 }, ...below(post.id, depth + 1), ...rest];
    });
  return below(postId, 0);
}

/** The first `max` graphemes of a text. */
export function firstGraphemes(text: string, max: number): string {
  let count = 0;
  let end = 0;
  for (const grapheme of graphemesOf(text)) {
    if (count++ === max) return text.slice(0, end);
    end += grapheme.length;
  }
  return text;
}

/** A text as it is stored: LF line ends, no surrounding blank lines, no lone surrogates (UTF-8 cannot encode them). */
export function normalizeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}

/** The slot `title`: the first 50 graphemes of the text (specification, section 3), on one line. */
export function titleOf(body: string): string {
  return firstGraphemes(body.trim(), POST_TITLE_GRAPHEMES).replace(/\s*\n\s*/g, " ");
}

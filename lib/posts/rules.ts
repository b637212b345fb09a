import { DEFAULT_TEMPLATE_ID, POST_TITLE_GRAPHEMES } from "@/lib/config/limits";
import { graphemesOf } from "@/lib/shared/visible-text";

export const TEMPLATE_IDS = [DEFAULT_TEMPLATE_ID] as const;

/** `home`: one's own posts and those of followed people; `all`: everyone's. */
export const FEEDS = ["home", "all"] as const;
export type Feed = (typeof FEEDS)[number];

/** The place of a post in its feed, among the ids of posts: that of its repost, or its own. */
export function placeOf(post: { id: string; repost?: { id: string } | undefined }): string {
  return post.repost?.id ?? post.id;
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

import { DEFAULT_TEMPLATE_ID, POST_TITLE_GRAPHEMES } from "@/lib/config/limits";

/** Which template a post is shown with. There is one so far. */
export const TEMPLATE_IDS = [DEFAULT_TEMPLATE_ID] as const;

export type RenderRecord = {
  mode: "template";
  templateId: (typeof TEMPLATE_IDS)[number];
  slots: { title: string; content: string; image?: string };
};

// Made when first needed: it costs a slow browser more than the rest of a page's first code.
let segmenter: Intl.Segmenter | undefined;

/** How long a text is: characters as the database counts them (code points). */
export function countChars(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The first `max` characters as a reader sees them: a family emoji or a letter with its accents is one. */
export function firstGraphemes(text: string, max: number): string {
  let count = 0;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { index } of segmenter.segment(text)) {
    if (count++ === max) return text.slice(0, index);
  }
  return text;
}

/**
 * A text as it is stored: one kind of line end, no blank lines around it, no lone surrogates (UTF-8 has none).
 */
export function normalizeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}

/** Slot `title` of the specification: the first 50 characters of the text, of its visible line breaks made spaces. */
export function titleOf(body: string): string {
  return firstGraphemes(body.trim(), POST_TITLE_GRAPHEMES).replace(/\s*\n\s*/g, " ");
}

/** The render record of a post: what its template's slots are filled with. */
export function renderOf({ body, imageUrl }: { body: string; imageUrl: string | undefined }): RenderRecord {
  return {
    mode: "template",
    templateId: DEFAULT_TEMPLATE_ID,
    slots: { title: titleOf(body), content: body, ...(imageUrl && { image: imageUrl }) },
  };
}

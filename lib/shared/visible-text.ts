export const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/u;

// Private-use characters are hidden in names, but a font may show them.
const INVISIBLE = new RegExp(`(?!\\p{Co})${HIDDEN.source}|\\s`, "gu");

/** True if `text` shows nothing: only spaces, breaks and hidden characters. */
export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, "") === "";
}

/** Real graphemes have fewer UTF-16 units than this. */
const GRAPHEME_UNITS = 32;
/** As many characters are kept of one that has more: marks that pile up reach over other lines. */
const GRAPHEME_CHARS = 4;

/**
 * Long texts are split in windows: in V8 each segment may hold a copy of all the text it was split from, so that the graphemes of
 * a whole text of 20,000 characters take 400 MB.
 */
const WINDOW_UNITS = 256;

// Made once, when it is first needed: making one takes longer than counting a post.
let segmenter: Intl.Segmenter | undefined;

/** The graphemes of `text`, one after the other; one longer than a window comes in pieces. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (let start = 0; start < text.length;) {
    const window = text.slice(start, start + WINDOW_UNITS);
    const segments = Array.from(segmenter.segment(window), ({ segment }) => segment);
    const isLast = start + window.length === text.length;
    // The last one may continue in the next window.
    if (!isLast && segments.length > 1) segments.pop();
    for (const segment of segments) {
      yield segment;
      start += segment.length;
    }
  }
}

/** The first `max` graphemes of `text`, with an ellipsis for what is cut off. No grapheme has more characters than a real one. */
export function clipGraphemes(text: string, max: number): string {
  const kept: string[] = [];
  for (const grapheme of graphemesOf(text)) {
    // The rest of one that is longer than a window.
    if (kept.length > 0 && /^\p{M}/u.test(grapheme)) continue;
    if (kept.length === max) return `${kept.slice(0, -1).join("").trimEnd()}…`;
    kept.push(grapheme.length > GRAPHEME_UNITS ? [...grapheme].slice(0, GRAPHEME_CHARS).join("") : grapheme);
  }
  return kept.join("");
}

/** Counts the graphemes of `text`; returns `enough + 1` if there are more, or if one is excessively long. */
export function countGraphemes(text: string, enough: number): number {
  let count = 0;
  for (const grapheme of graphemesOf(text)) {
    count += 1;
    if (count > enough || grapheme.length > GRAPHEME_UNITS) return enough + 1;
  }
  return count;
}

/** Counts past the limit `max`, so that a counter can show by how much a text exceeds it; stops at four times `max`. */
export function countShown(text: string, max: number): number {
  return countGraphemes(text, 4 * max);
}

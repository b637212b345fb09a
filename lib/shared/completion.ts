import { NAME, TAG, WORD, WORD_MAX } from "./rich-text";

/** A mention or hashtag being typed, from its sign at `from` to the caret at `to`. */
export type Unfinished = { type: "users" | "tags"; text: string; from: number; to: number };

/** The mention or hashtag that ends at the caret; null if there is none, or if it continues after the caret. */
export function unfinishedAt(text: string, caret: number): Unfinished | null {
  const next = [...text.slice(caret, caret + 2)][0];
  if (next && WORD.test(next)) return null;
  for (let at = caret - 1; at >= 0 && caret - at <= 2 * WORD_MAX; at--) {
    const character = text[at]!;
    if ("@＠#＃".includes(character)) {
      const isName = "@＠".includes(character);
      const before = [...text.slice(Math.max(0, at - 2), at)].at(-1);
      const { notAfter } = isName ? NAME : TAG;
      if (before && (notAfter.includes(before) || WORD.test(before))) return null;
      return { type: isName ? "users" : "tags", text: text.slice(at + 1, caret), from: at, to: caret };
    }
    // Surrogates count as letters; only the sign decides.
    if (/[\uD800-\uDFFF]/.test(character) || WORD.test(character)) continue;
    if (!NAME.inside.includes(character) && !TAG.inside.includes(character)) return null;
  }
  return null;
}

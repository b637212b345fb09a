import { foldText } from "./terms";

/** Scripts that do not separate words by spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆ヶ]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** A letter of a script with spaces: such a word also ends where another script begins. */
const joins = (character: string | undefined) =>
  character !== undefined && LETTER.test(character) && !UNSPACED.test(character);

/** Normalizes a word for comparison: without case, width and accents, and with single spaces. */
export const foldWord = (word: string): string => foldText(word).replace(/\s+/g, " ").trim();

/**
 * Whether a text contains one of the words: as a whole word in scripts with spaces ("cat" is not in "catalogue"), as a
 * substring in Japanese and similar scripts.
 */
export function hasMutedWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const folded = foldWord(text);
  return words.some((word) => {
    const wanted = foldWord(word);
    if (!wanted) return false;
    const first = [...wanted][0];
    const last = [...wanted].at(-1);
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const before = joins(first) ? [...folded.slice(Math.max(0, at - 2), at)].at(-1) : undefined;
      const end = at + wanted.length;
      const after = joins(last) ? [...folded.slice(end, end + 2)][0] : undefined;
      if (!joins(before) && !joins(after)) return true;
    }
    return false;
  });
}

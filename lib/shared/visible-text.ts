/**
 * Text that a stranger wrote and that others read: no character that cannot be seen or that changes the order of
 * others, except where a writing system or an emoji needs it.
 */

const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Of these, what a text of several lines may not have either: controls, changes of direction, tags. */
const HIDDEN_IN_TEXT =
  /(?![\n\r\t])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u;

/** Where a hidden character is a part of what is seen. */
const NEEDED = new RegExp(
  [
    // Emoji: joined ones, the choice of look, keycaps, flags of regions.
    "(?<=\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})",
    "(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]",
    "(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
    "(?<=\\p{Extended_Pictographic})[\\u{E0020}-\\u{E007E}]+\\u{E007F}",
    // Variants of a Han character, as in Japanese names.
    "(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]",
    // Joiners inside words of scripts that are written with them.
    "(?<=[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}])[\\u200C\\u200D](?=\\p{L})",
  ].join("|"),
  "gu",
);

/** True where `text` has a hidden character or a line break. For names and single lines. */
export function hasHiddenCharacterOrBreak(text: string): boolean {
  return HIDDEN.test(text) && HIDDEN.test(text.replace(NEEDED, ""));
}

/** True where `text` has a control character other than a line break or tab, or turns its own direction around. */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN_IN_TEXT.test(text) && HIDDEN_IN_TEXT.test(text.replace(NEEDED, ""));
}

/** What people write as one character has fewer UTF-16 units than this. */
const GRAPHEME_UNITS = 32;

/** How many characters a person sees in `text`; any number above `enough` where there are more, or where one is endless. */
export function countGraphemes(text: string, enough: number): number {
  if (text.length > enough * GRAPHEME_UNITS) return enough + 1;
  const segments = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  return segments.some(({ segment }) => segment.length > GRAPHEME_UNITS) ? enough + 1 : segments.length;
}

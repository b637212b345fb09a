import { HIDDEN } from "./visible-text";

/**
 * Trust model. Untrusted: whoever writes text that others read. Invisible characters and those that reorder
 * text could disguise it, so they are refused, except where a writing system or an emoji needs them.
 */

/** The subset that multi-line text may not contain either: controls, bidirectional overrides, tags. */
const HIDDEN_IN_TEXT =
  /(?![\n\r\t])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u;

/** Hidden characters that affect how their neighbours are displayed. */
const NEEDED = new RegExp(
  [
    // Emoji: joined sequences, variation selectors, keycaps, flags of regions.
    "(?<=\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})",
    "(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]",
    "(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
    "(?<=\\p{Extended_Pictographic})[\\u{E0020}-\\u{E007E}]+\\u{E007F}",
    // Variants of a Han character, as in Japanese names.
    "(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]",
    // Joiners within words of scripts that use them.
    "(?<=[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}])[\\u200C\\u200D](?=\\p{L})",
  ].join("|"),
  "gu",
);

/** True if `text` has a hidden character or a line break. For names and single lines. */
export function hasHiddenCharacterOrBreak(text: string): boolean {
  return HIDDEN.test(text) && HIDDEN.test(text.replace(NEEDED, ""));
}

/** True if `text` has a control character other than a line break or tab, or overrides its direction. */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN_IN_TEXT.test(text) && HIDDEN_IN_TEXT.test(text.replace(NEEDED, ""));
}

const HIDDEN_OR_NEEDED = new RegExp(`(${NEEDED.source})|${HIDDEN.source}`, "gu");

/** `text` on one line, without the hidden characters that no writing system needs: for what a program says, not a person. */
export function visibleLine(text: string): string {
  return text
    .replace(/\s/gu, " ")
    .replace(HIDDEN_OR_NEEDED, (_, needed?: string) => needed ?? "")
    .replace(/ +/g, " ")
    .trim();
}

// Unicode's quotation marks, and signs that look like ours.
const QUOTES =
  /[\p{Quotation_Mark}\u02BA\u02EE\u2033\u2036\u2308-\u230B\u231C-\u231F\u275B-\u2760\u3003\u{1F676}-\u{1F678}]/gu;

/** Someone's text for inside our quotation marks, on one line: it cannot look as if it had ended. */
export function quotable(text: string): string {
  return text
    .replace(QUOTES, "'")
    .replace(/(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\s\u2800]+/gu, " ")
    .trim();
}

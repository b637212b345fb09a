/**
 * Full-text search without a dictionary: texts are indexed by their words (lower case, without accents) and, where the
 * script does not separate words (Japanese, Chinese), by bigrams. The tsvector column stores these terms verbatim, and
 * queries are tokenized by the same rules.
 */
const TERM_MAX_CHARS = 48;
const TEXT_TERMS_MAX = 600;
const QUERY_TERMS_MAX = 12;

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆ヶ";
const UNSPACED = new RegExp(`^[${CJK}]`, "u");
const WORD = new RegExp(`[\\p{L}\\p{N}\\p{M}${CJK}]+`, "gu");
// Mixed text is split where the script changes: "3Dパズル" is "3D" and "パズル".
const RUN = new RegExp(`[${CJK}]+|[^${CJK}]+`, "gu");

/** Normalizes to NFKC (full-width letters, half-width kana) and lower case, and drops Latin accents. */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => letter.normalize("NFD").replace(/\p{M}/gu, ""))
    .normalize("NFC");
}

function runsOf(text: string): string[] {
  return (foldText(text).match(WORD) ?? []).flatMap((word) => word.match(RUN) ?? []);
}

/** The terms to index a text by, each once. */
export function textTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(text)) {
    if (terms.size >= TEXT_TERMS_MAX) break;
    if (!UNSPACED.test(run)) {
      terms.add(run.slice(0, TERM_MAX_CHARS));
      continue;
    }
    const letters = [...run];
    // The last letter alone, too, so that every letter is a prefix of some term.
    letters.forEach((letter, index) => terms.add(letter + (letters[index + 1] ?? "")));
  }
  return [...terms];
}

/** A tsquery that matches every typed word, the last one as a prefix; null for a text without letters or digits. */
export function searchQuery(typed: string): string | null {
  return wordQuery(typed, true);
}

/** A tsquery that matches every word of a text. @param isPrefix of the last word; a single CJK letter always is one */
export function wordQuery(text: string, isPrefix: boolean): string | null {
  const lexemes: string[] = [];
  const runs = runsOf(text);
  runs.forEach((run, index) => {
    if (!UNSPACED.test(run)) {
      lexemes.push(lexeme(run.slice(0, TERM_MAX_CHARS), isPrefix && index === runs.length - 1));
      return;
    }
    const letters = [...run];
    if (letters.length === 1) lexemes.push(lexeme(run, true));
    for (let i = 0; i + 1 < letters.length; i++) lexemes.push(lexeme(letters[i]! + letters[i + 1]!, false));
  });
  return lexemes.length === 0 ? null : [...new Set(lexemes)].slice(0, QUERY_TERMS_MAX).join(" & ");
}

/** A term has only letters and digits, so it needs no escaping. */
function lexeme(term: string, isPrefix: boolean): string {
  return `'${term}'${isPrefix ? ":*" : ""}`;
}

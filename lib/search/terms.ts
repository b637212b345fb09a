/**
 * What a text is found by: words of scripts that separate them (lower case, without accents), pairs of letters of
 * runs of Japanese and Chinese, where nothing separates words. Texts and queries go through the same mill, so
 * PostgreSQL needs no dictionary: its tsvector holds these terms as they are.
 */
const TERM_MAX_CHARS = 48;
const TEXT_TERMS_MAX = 600;
const QUERY_TERMS_MAX = 12;

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆ヶ]+|[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆ヶ]/u;
// Words of a spaced script are cut out of mixed text too: "3Dパズル" is "3d" and a run of Katakana.
const SPACED_PART =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆ヶ]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆ヶ]+/gu;

/** Lower case, compatibility forms made one (full-width letters, half-width kana), Latin accents dropped. */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => letter.normalize("NFD").replace(/\p{M}/gu, ""))
    .normalize("NFC");
}

function runsOf(text: string): string[] {
  return (foldText(text).match(RUN) ?? []).flatMap((run) => run.match(SPACED_PART) ?? []);
}

/** The terms to store with a text, each once. */
export function textTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(text)) {
    if (terms.size >= TEXT_TERMS_MAX) break;
    if (!UNSPACED.test(run)) {
      terms.add(run.slice(0, TERM_MAX_CHARS));
      continue;
    }
    const letters = [...run];
    // The last letter alone too, so that each single letter begins some term.
    letters.forEach((letter, index) => terms.add(letter + (letters[index + 1] ?? "")));
  }
  return [...terms];
}

/**
 * A tsquery for what a person typed so far: every word must be there; what ends the text may be the beginning of a
 * word. Null where nothing can be searched for (punctuation, spaces).
 */
export function searchQuery(typed: string): string | null {
  const parts: string[] = [];
  const runs = runsOf(typed);
  runs.forEach((run, index) => {
    if (!UNSPACED.test(run)) {
      parts.push(lexeme(run.slice(0, TERM_MAX_CHARS), index === runs.length - 1));
      return;
    }
    const letters = [...run];
    if (letters.length === 1) parts.push(lexeme(run, true));
    for (let at = 0; at + 1 < letters.length; at++)
      parts.push(lexeme(letters[at]! + letters[at + 1]!, false));
  });
  return parts.length === 0 ? null : [...new Set(parts)].slice(0, QUERY_TERMS_MAX).join(" & ");
}

/** Letters and digits only reach this place, so a lexeme needs no escaping; quoting keeps it one lexeme. */
function lexeme(term: string, beginning: boolean): string {
  return `'${term}'${beginning ? ":*" : ""}`;
}

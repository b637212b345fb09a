import { badSyntax, restError } from "./rest-errors";

/**
 * Parses the four forms of text search into one tree: `fts` has operators, `plfts` words, `phfts` a phrase, and `wfts`
 * what people type into search engines.
 */
export type TextSearch =
  | { op: "word"; text: string; isPrefix: boolean }
  | { op: "phrase"; text: string }
  | { op: "and" | "or"; parts: TextSearch[] }
  | { op: "not"; part: TextSearch };

export const TEXT_SEARCHES = ["fts", "plfts", "phfts", "wfts"] as const;
export type TextSearchForm = (typeof TEXT_SEARCHES)[number];

const TEXT_MAX_CHARS = 200;
const WORDS_MAX = 12;
const DEPTH_MAX = 4;

/** @returns null for a text without words, which matches nothing @throws AppError */
export function parseTextSearch(
  form: TextSearchForm,
  text: string,
  configuration: string | undefined,
): TextSearch | null {
  // Words are indexed as they are: another configuration would miss matches.
  if (configuration !== undefined && configuration !== "simple")
    throw restError(`text search configuration "${configuration}" does not exist`, {
      code: "42704",
      hint: "Words are indexed as they are, without stemming: leave the configuration out, or use simple.",
    });
  if (text.length > TEXT_MAX_CHARS) throw badSyntax("This text is too long to search for");
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length > WORDS_MAX) throw badSyntax(`A search has ${WORDS_MAX} words at most`);
  if (words.length === 0) return null;
  switch (form) {
    case "fts":
      return parseOperators(text);
    case "plfts":
      return all(words.map(word));
    case "phfts":
      return { op: "phrase", text: text.trim() };
    case "wfts":
      return parseWeb(text);
  }
}

const word = (text: string): TextSearch => ({ op: "word", text, isPrefix: false });
const all = (parts: TextSearch[]): TextSearch => (parts.length === 1 ? parts[0]! : { op: "and", parts });
const any = (parts: TextSearch[]): TextSearch => (parts.length === 1 ? parts[0]! : { op: "or", parts });

const TOKEN = /\s*(?:([&|!()])|'((?:[^']|'')*)'(:\*)?|([^\s&|!()<>':]+)(:\*)?)/uy;

/** `'plum' & (pear | !fig) & app:*` */
function parseOperators(text: string): TextSearch {
  const wrong = () => restError(`syntax error in tsquery: "${text}"`, { code: "42601" });
  const tokens: (string | { text: string; isPrefix: boolean })[] = [];
  const source = text.trim();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < source.length;) {
    const [, operator, quoted, quotedPrefix, plain, plainPrefix] = TOKEN.exec(source) ?? [];
    if (operator) tokens.push(operator);
    else if (quoted !== undefined || plain !== undefined)
      tokens.push({
        text: plain ?? quoted!.replaceAll("''", "'"),
        isPrefix: Boolean(plainPrefix ?? quotedPrefix),
      });
    else throw wrong();
  }
  const operand = (depth: number): TextSearch => {
    if (depth > DEPTH_MAX) throw badSyntax("Too deeply nested");
    const token = tokens.shift();
    if (token === "!") return { op: "not", part: operand(depth + 1) };
    if (token === "(") {
      const inside = alternatives(depth + 1);
      if (tokens.shift() !== ")") throw wrong();
      return inside;
    }
    if (typeof token !== "object") throw wrong();
    return { op: "word", ...token };
  };
  const separated = (operator: string, part: () => TextSearch): TextSearch[] => {
    const parts = [part()];
    while (tokens[0] === operator) {
      tokens.shift();
      parts.push(part());
    }
    return parts;
  };
  const alternatives = (depth: number): TextSearch =>
    any(separated("|", () => all(separated("&", () => operand(depth)))));
  const parsed = alternatives(1);
  if (tokens.length > 0) throw wrong();
  return parsed;
}

/** `plum "ripe pears" or fig -worm`; never a syntax error. */
function parseWeb(text: string): TextSearch | null {
  const alternatives: TextSearch[][] = [[]];
  for (const [, minus, phrase, plain] of text.matchAll(/(-)?(?:"([^"]*)"?|([^\s"]+))/gu)) {
    if (plain?.toLowerCase() === "or" && !minus) {
      alternatives.push([]);
      continue;
    }
    if (!/[\p{L}\p{N}]/u.test(phrase ?? plain ?? "")) continue;
    const part: TextSearch = phrase === undefined ? word(plain!) : { op: "phrase", text: phrase.trim() };
    alternatives.at(-1)!.push(minus ? { op: "not", part } : part);
  }
  const named = alternatives.filter((parts) => parts.length > 0);
  return named.length > 0 ? any(named.map(all)) : null;
}

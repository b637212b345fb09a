/** What a style sheet loads: `url(…)` and `@import`, in one pass over the text. */
export type CssReference = { url: string; at: number };

const MARK = /\/\*|["']|url\(|@import\b/gi;
const STRING_END = { '"': /["\n\\]/g, "'": /['\n\\]/g };
const URL_END = /[)\s"']/g;

export function* scanCss(text: string): Generator<CssReference, void> {
  let importing = false;
  let at = 0;
  for (;;) {
    MARK.lastIndex = at;
    const match = MARK.exec(text);
    if (!match) return;
    const mark = match[0].toLowerCase();
    at = match.index + mark.length;
    if (mark === "/*") {
      const end = text.indexOf("*/", at);
      at = end < 0 ? text.length : end + 2;
    } else if (mark === "@import") {
      importing = true;
    } else if (mark === "url(") {
      while (at < text.length && /\s/.test(text[at]!)) at++;
      importing = false;
      const quote = text[at];
      const begin = quote === '"' || quote === "'" ? at + 1 : at;
      const end =
        quote === '"' || quote === "'" ? stringEnd(text, begin, quote) : firstAt(URL_END, text, begin);
      yield { url: text.slice(begin, end), at: begin };
      at = Math.max(end, begin);
      if (quote === '"' || quote === "'") at++;
    } else {
      const end = stringEnd(text, at, mark as '"' | "'");
      if (importing) yield { url: text.slice(at, end), at };
      importing = false;
      at = end + 1;
    }
  }
}

/** Where a string ends: at its quote, or at the end of the line. */
function stringEnd(text: string, from: number, quote: '"' | "'"): number {
  const pattern = STRING_END[quote];
  let at = from;
  for (;;) {
    at = firstAt(pattern, text, at);
    if (text[at] !== "\\") return at;
    at += 2;
  }
}

function firstAt(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

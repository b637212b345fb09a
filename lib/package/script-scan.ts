import jsTokens from "js-tokens";

/**
 * The identifiers and strings of a script: enough to see what it uses. It reads tokens and builds no syntax tree, so that
 * it also reads a script with a syntax error to its end.
 */

export type ScriptText = {
  /** Its content with escapes resolved; `HOLE` where a template has `${…}`. */
  value: string;
  at: number;
};

export type ScriptVisitor = {
  /** An identifier or keyword, and where it begins and ends. */
  word(word: string, at: number, end: number): void;
  /** A string or template; `raw` is the source, `read` resolves its escapes. */
  text(raw: string, at: number, read: () => ScriptText): void;
};

/** Stands for a value known only at run time. A private-use character, which strings hardly ever contain. */
export const HOLE = "\uf8ff";

/** Nested templates. No real script has this many; the rest of it is not read. */
const TEMPLATES_MAX = 100;

/** `x.return / 2`: js-tokens takes these property names for keywords, and the slash for the start of a regular expression. */
const PROPERTY_NAMES =
  /(?<=[^.]\.)(?:await|case|default|delete|do|else|instanceof|new|return|throw|typeof|void|yield)\b/g;

export function scanScript(text: string, visitor: ScriptVisitor): void {
  const open: { at: number; parts: string[] }[] = [];
  let at = 0;
  for (const token of jsTokens(text.replace(PROPERTY_NAMES, (name) => "_".repeat(name.length)))) {
    const { type } = token;
    const value = text.slice(at, at + token.value.length);
    switch (type) {
      case "IdentifierName":
        visitor.word(value, at, at + value.length);
        break;
      case "StringLiteral":
        visitText(visitor, at + 1, [value.slice(1, token.closed ? -1 : undefined)]);
        break;
      case "NoSubstitutionTemplate":
        visitText(visitor, at + 1, [value.slice(1, token.closed ? -1 : undefined)]);
        break;
      case "TemplateHead":
        open.push({ at: at + 1, parts: [value.slice(1, -2)] });
        if (open.length >= TEMPLATES_MAX) return;
        break;
      case "TemplateMiddle":
        open.at(-1)!.parts.push(value.slice(1, -2));
        break;
      case "TemplateTail": {
        const template = open.pop()!;
        visitText(visitor, template.at, [...template.parts, value.slice(1, token.closed ? -1 : undefined)]);
        break;
      }
    }
    at += value.length;
  }
}

function visitText(visitor: ScriptVisitor, at: number, parts: string[]): void {
  visitor.text(parts.join(HOLE), at, () => ({ value: parts.map(unescape).join(HOLE), at }));
}

const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\r\n|[^]))/gi;
const LETTERS: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", "0": "\0" };

function unescape(raw: string): string {
  if (!raw.includes("\\")) return raw;
  return raw.replace(ESCAPE, (_, braced?: string, four?: string, two?: string, other = "") => {
    const hex = braced ?? four ?? two;
    if (hex !== undefined) {
      const code = parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    }
    return LETTERS[other] ?? (/[\r\n\u2028\u2029]/.test(other) ? "" : other);
  });
}

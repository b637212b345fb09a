import jsTokens from "js-tokens";

/**
 * The words and texts of a script: enough to see what it uses. Tokens, not a parse, so that a script with an error in
 * it is looked through to its end.
 */

export type ScriptText = {
  /** Its content with escapes resolved; `HOLE` where a template has `${…}`. */
  value: string;
  at: number;
  kind: "string" | "template";
};

export type ScriptVisitor = {
  /** A name outside of texts, and where it begins and ends. */
  word(word: string, at: number, end: number): void;
  /** A text; `raw` is as it is written, `read` resolves it where it is worth it. */
  text(raw: string, at: number, read: () => ScriptText): void;
};

/** Stands for what only running the script would tell. A private-use character, which texts hardly ever have. */
export const HOLE = "\uf8ff";

/** Templates in templates. Nobody writes this many: the rest of such a text is not read. */
const TEMPLATES_MAX = 100;

/** `x.return / 2`: js-tokens takes each of these for the keyword, and the slash for the beginning of an expression. */
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
        visitText(visitor, "string", at + 1, [value.slice(1, token.closed ? -1 : undefined)]);
        break;
      case "NoSubstitutionTemplate":
        visitText(visitor, "template", at + 1, [value.slice(1, token.closed ? -1 : undefined)]);
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
        visitText(visitor, "template", template.at, [
          ...template.parts,
          value.slice(1, token.closed ? -1 : undefined),
        ]);
        break;
      }
    }
    at += value.length;
  }
}

function visitText(visitor: ScriptVisitor, kind: ScriptText["kind"], at: number, parts: string[]): void {
  visitor.text(parts.join(HOLE), at, () => ({ value: parts.map(unescape).join(HOLE), at, kind }));
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

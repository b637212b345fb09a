/**
 * The words and texts of a script in one pass: enough to see what it uses, not a parser. Comments and regular
 * expressions are skipped; whether `/` begins one is guessed from what stands before it, as highlighters do.
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

const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;
const KINDS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_$]/.test(character)) KINDS[code] = LETTER;
  else if (/[0-9]/.test(character)) KINDS[code] = DIGIT;
  else if (/\s/.test(character)) KINDS[code] = SPACE;
}

/** Words after which a value begins, so that `/` begins a regular expression. */
const BEFORE_VALUE = new Set(
  "return typeof case in of delete void throw new do else instanceof await yield default".split(" "),
);

/** Looking for the end of what is no regular expression must not cost more than the rest of the work. */
const REGEX_MAX_CHARS = 5_000;
const WRONG_GUESSES_MAX = 10_000;

/** Templates in templates. Nobody writes this many: the rest of such a text is not read. */
const TEMPLATES_MAX = 100;

type Template = { at: number; parts: string[]; depth: number };

export function scanScript(text: string, visitor: ScriptVisitor): void {
  const open: Template[] = [];
  let depth = 0;
  let valueNext = true;
  let wrongGuesses = 0;
  let at = text.startsWith("#!") ? lineEnd(text, 0) : 0;

  while (at < text.length && open.length < TEMPLATES_MAX) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code]! : LETTER;
    if (kind === SPACE) {
      at++;
    } else if (kind === LETTER || kind === DIGIT) {
      let end = at + 1;
      while (end < text.length && isWordPart(text.charCodeAt(end))) end++;
      valueNext = false;
      if (kind === LETTER) {
        const word = text.slice(at, end);
        visitor.word(word, at, end);
        valueNext = BEFORE_VALUE.has(word) && text[at - 1] !== ".";
      }
      at = end;
    } else if (code === 0x22 || code === 0x27) {
      const end = stringEnd(text, at + 1, text[at]!);
      const raw = text.slice(at + 1, end);
      const begin = at + 1;
      visitor.text(raw, begin, () => ({ value: unescape(raw), at: begin, kind: "string" }));
      at = end + 1;
      valueNext = false;
    } else if (code === 0x60) {
      const template: Template = { at: at + 1, parts: [], depth: -1 };
      at = readTemplate(text, at + 1, template, open, visitor);
      if (open.at(-1) === template) {
        template.depth = depth++;
        valueNext = true;
      } else valueNext = false;
    } else if (code === 0x7d && open.length > 0 && open.at(-1)!.depth === depth - 1) {
      const template = open.pop()!;
      depth--;
      at = readTemplate(text, at + 1, template, open, visitor);
      if (open.at(-1) === template) {
        template.depth = depth++;
        valueNext = true;
      } else valueNext = false;
    } else if (code === 0x2f && text[at + 1] === "/") {
      at = lineEnd(text, at);
    } else if (code === 0x2f && text[at + 1] === "*") {
      const end = text.indexOf("*/", at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (code === 0x2f && valueNext && wrongGuesses < WRONG_GUESSES_MAX) {
      const end = regexEnd(text, at);
      if (end === null) wrongGuesses++;
      at = end ?? at + 1;
      valueNext = end === null;
    } else {
      if (code === 0x7b) depth++;
      else if (code === 0x7d) depth = Math.max(0, depth - 1);
      const doubled = (code === 0x2b || code === 0x2d) && text.charCodeAt(at - 1) === code;
      valueNext = !(code === 0x29 || code === 0x5d || doubled);
      at++;
    }
  }
}

/** Reads on in a template until it ends (then it is told) or a `${` begins (then it is put on `open`). */
function readTemplate(
  text: string,
  from: number,
  template: Template,
  open: Template[],
  visitor: ScriptVisitor,
): number {
  let at = from;
  for (;;) {
    TEMPLATE_STOP.lastIndex = at;
    const stop = TEMPLATE_STOP.exec(text);
    const end = stop?.index ?? text.length;
    if (stop?.[0] === "\\") {
      at = end + 2;
      continue;
    }
    template.parts.push(text.slice(from, end));
    if (stop?.[0] === "${") {
      open.push(template);
      return end + 2;
    }
    const raw = template.parts.join(HOLE);
    visitor.text(raw, template.at, () => ({
      value: template.parts.map(unescape).join(HOLE),
      at: template.at,
      kind: "template",
    }));
    return end + 1;
  }
}

const TEMPLATE_STOP = /`|\$\{|\\/g;
const STRING_STOPS: Record<string, RegExp> = { '"': /["\\\n]/g, "'": /['\\\n]/g };

function stringEnd(text: string, from: number, quote: string): number {
  const stops = STRING_STOPS[quote]!;
  let at = from;
  for (;;) {
    stops.lastIndex = at;
    const stop = stops.exec(text);
    if (!stop) return text.length;
    if (stop[0] !== "\\") return stop.index;
    at = stop.index + (text.startsWith("\r\n", stop.index + 1) ? 3 : 2);
  }
}

/** Where the regular expression that begins at `at` ends, flags left out; null where its line ends before it. */
function regexEnd(text: string, at: number): number | null {
  let inClass = false;
  for (let i = at + 1; i < Math.min(text.length, at + REGEX_MAX_CHARS); i++) {
    const character = text[i];
    if (character === "\n" || character === "\r") return null;
    if (character === "\\") i++;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return i + 1;
  }
  return null;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function isWordPart(code: number): boolean {
  return code >= 128 || KINDS[code] === LETTER || KINDS[code] === DIGIT;
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

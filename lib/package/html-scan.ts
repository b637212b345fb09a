import { decodeAttribute } from "./html-entities";

/**
 * The tags and raw texts of an HTML document in one pass, as the tokenizer of the HTML standard cuts them (13.2.5),
 * without building a tree. The work grows with the length of the text and with nothing else.
 */

export type HtmlAttribute = { name: string; value: string; at: number; valueAt: number };

export type HtmlTag = {
  name: string;
  at: number;
  attributes: HtmlAttribute[];
  /** What lies between this tag and its end where that is not markup (scripts, styles), and where it begins. */
  raw: { text: string; at: number } | null;
  /** The text ends inside the tag, or inside its last attribute's value: it goes on elsewhere. */
  cut: boolean;
};

const ATTRIBUTES_MAX = 200;

const RAW_TEXT = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
  "noscript",
  "plaintext",
]);

/** What ends a name or a value, by character code. */
const SPACE = codes("\t\n\f\r ");
const NAME_END = codes("\t\n\f\r />");
const ATTRIBUTE_NAME_END = codes("\t\n\f\r />=");
const UNQUOTED_END = codes("\t\n\f\r >");
const COMMENT_END = /--!?>/g;

/** Every start tag of `text`, in order. */
export function* scanHtml(text: string): Generator<HtmlTag, void> {
  let at = 0;
  while ((at = text.indexOf("<", at)) >= 0) {
    const next = text[at + 1] ?? "";
    if (/[A-Za-z]/.test(next)) {
      const { tag, end } = readTag(text, at, at + 1);
      at = end;
      if (RAW_TEXT.has(tag.name) && !tag.cut) {
        const close = rawTextEnd(text, tag.name, at);
        tag.raw = { text: text.slice(at, close), at };
        at = close;
      }
      yield tag;
    } else if (next === "/") {
      at = /[A-Za-z]/.test(text[at + 2] ?? "") ? readTag(text, at, at + 2).end : after(text, ">", at);
    } else if (text.startsWith("<!--", at)) {
      at = commentEnd(text, at);
    } else if (next === "!" || next === "?") {
      at = after(text, ">", at);
    } else {
      at++;
    }
  }
}

function readTag(text: string, at: number, nameAt: number): { tag: HtmlTag; end: number } {
  let i = until(NAME_END, text, nameAt);
  const tag: HtmlTag = {
    name: text.slice(nameAt, i).toLowerCase(),
    at,
    attributes: [],
    raw: null,
    cut: false,
  };
  for (;;) {
    while (i < text.length && (isOneOf(SPACE, text, i) || text[i] === "/")) i++;
    if (i >= text.length) {
      tag.cut = true;
      return { tag, end: i };
    }
    if (text[i] === ">") return { tag, end: i + 1 };
    const nameFrom = i;
    i = until(ATTRIBUTE_NAME_END, text, i + 1);
    const name = text.slice(nameFrom, i).toLowerCase();
    while (isOneOf(SPACE, text, i)) i++;
    let raw = "";
    let valueAt = i;
    if (text[i] === "=") {
      i++;
      while (isOneOf(SPACE, text, i)) i++;
      const quote = text[i] === '"' || text[i] === "'" ? text[i]! : null;
      valueAt = quote ? i + 1 : i;
      const end = quote ? text.indexOf(quote, valueAt) : until(UNQUOTED_END, text, valueAt);
      tag.cut = end < 0 || (!quote && end >= text.length);
      raw = text.slice(valueAt, end < 0 ? text.length : end);
      i = end < 0 ? text.length : quote ? end + 1 : end;
    }
    // The first of a name counts. Beyond a number no tag has, none does.
    const { attributes } = tag;
    if (attributes.length < ATTRIBUTES_MAX && !attributes.some((known) => known.name === name)) {
      attributes.push({ name, value: decodeAttribute(raw), at: nameFrom, valueAt });
    }
    if (tag.cut) return { tag, end: i };
  }
}

function rawTextEnd(text: string, name: string, from: number): number {
  if (name === "plaintext") return text.length;
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, "gi");
  if (name !== "script") return find(end, text, from);
  // Inside `<!-- <script>`, a script's first end tag ends that, not the script.
  let at = find(end, text, from);
  const body = text.slice(from, at);
  const comment = body.lastIndexOf("<!--");
  const open =
    comment >= 0 && !body.includes("-->", comment) && /<script[\t\n\f\r />]/i.test(body.slice(comment));
  if (open) at = find(end, text, at + 1);
  return at;
}

function commentEnd(text: string, at: number): number {
  COMMENT_END.lastIndex = at + 2;
  let match = COMMENT_END.exec(text);
  // `<!--!>` begins a comment; `<!-->` is a whole one.
  if (match && match.index === at + 2 && match[0] === "--!>") match = COMMENT_END.exec(text);
  return match ? match.index + match[0].length : text.length;
}

function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match ? match.index : text.length;
}

function codes(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

function isOneOf(table: Uint8Array, text: string, at: number): boolean {
  return table[text.charCodeAt(at)] === 1;
}

/** Where the next of these characters is; the end of the text where there is none. */
function until(table: Uint8Array, text: string, from: number): number {
  let at = from;
  while (at < text.length && table[text.charCodeAt(at)] !== 1) at++;
  return at;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

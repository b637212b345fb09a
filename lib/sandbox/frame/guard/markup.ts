/**
 * Removes from markup what would reach the network outside of the policies: links that preconnect or prefetch
 * DNS, external addresses, and child documents without a guard.
 *
 * Trust model: the text is hostile, and where it will be parsed is unknown: inside a comment or a script, after other text. So
 * each place where one of the tags may start is read as the HTML tokenizer would read it there. If no tag starts there, the
 * change is in text that nobody parses.
 */
import {
  charAt,
  exec,
  getAttribute,
  firstChild,
  indexOf,
  lowerCase,
  matches,
  replaceAll,
  setInnerHtml,
  slice,
} from "@/lib/sandbox/frame/guard/natives";
import { hidden, hidesLinks } from "@/lib/sandbox/frame/guard/links";

const AHEAD_OF_NEED = /preconnect|dns-prefetch/i;

/** The tokens of `rel` without `preconnect` and `dns-prefetch`. */
export function harmlessRel(rel: string): string {
  if (!matches(AHEAD_OF_NEED, rel)) return rel;
  const tokens = /[^\t\n\f\r ]+/g;
  let kept = "";
  for (let found = exec(tokens, rel); found; found = exec(tokens, rel)) {
    if (!matches(AHEAD_OF_NEED, found[0])) kept += (kept && " ") + found[0];
  }
  return kept;
}

/** An SVG animation changes an attribute without a setter. */
export const animatesAddress = (attribute: string): boolean => matches(/href/i, attribute);

let prelude = "";

/** `code` is the guard's own. The meta element turns off lookups of the names in links, which a child does not inherit. */
export function setPrelude(nonce: string, code: string): void {
  prelude = `<meta http-equiv="x-dns-prefetch-control" content="off"><script nonce="${nonce}">${code}</script>`;
}

const DOCTYPE = /^\s*<!doctype[^>]*>/i;
const doctypeOf = (html: string): string => exec(DOCTYPE, html)?.[0] ?? "";

/** The child document with the guard before everything that the app wrote. */
export function framed(html: string): string {
  return doctypeOf(html) + prelude + harmlessMarkup(unframed(html, false));
}

export function unframed(html: string, withDoctype = true): string {
  const doctype = doctypeOf(html);
  let content = slice(html, doctype.length);
  while (indexOf(content, prelude) === 0) content = slice(content, prelude.length);
  return (withDoctype ? doctype : "") + content;
}

/** The name under which a `srcdoc` waits in text that may be a script's. */
const LATER = "data-gum-srcdoc";
/** Elements with an attribute that matters, by what `harmlessAttribute` does. */
const TAGS = hidesLinks ? "link|iframe|a|area|set|animate" : "link|iframe";
const TAG = new RegExp(`<(?:${TAGS})(?=[\\t\\n\\f\\r />]|$)`, "gi");
const ANY_TAG = new RegExp(`<(?:${TAGS})`, "i");

interface Options {
  /** More text may follow, so a tag without an end may get one. */
  goesOn?: boolean;
  /** The text may hold scripts, whose strings must not grow. */
  holdsScripts?: boolean;
}

export function harmlessMarkup(written: string, { goesOn, holdsScripts }: Options = NO_OPTIONS): string {
  if (!matches(ANY_TAG, written)) return written;
  let markup = written;
  TAG.lastIndex = 0;
  for (let found = exec(TAG, markup); found; found = exec(TAG, markup)) {
    // The search goes on within this tag: where it is none, another may start there.
    const start = TAG.lastIndex;
    const name = lowerCase(slice(found[0], 1));
    const later = holdsScripts === true && isInScript(markup, start);
    const attributes = harmlessAttributes(markup, start, name, later);
    if (attributes) markup = slice(markup, 0, start) + attributes.text + slice(markup, attributes.end);
    else if (goesOn) markup = `${slice(markup, 0, found.index)}<gum-${slice(markup, found.index + 1)}`;
    TAG.lastIndex = start;
  }
  return markup;
}

const NO_OPTIONS: Options = { goesOn: false, holdsScripts: false };
const SCRIPT_EDGE = /<(\/?)script/gi;

/** A guess, which decides only about how a child document is made harmless. */
function isInScript(markup: string, at: number): boolean {
  SCRIPT_EDGE.lastIndex = at;
  return exec(SCRIPT_EDGE, markup)?.[1] === "/";
}

const SPACE = /[\t\n\f\r ]/;
const isSpace = (char: string): boolean => matches(SPACE, char);

/** Reads attributes up to the tag's end, as the tokenizer does. @returns null if the tag has no end */
function harmlessAttributes(
  markup: string,
  from: number,
  tag: string,
  later: boolean,
): { text: string; end: number } | null {
  const length = markup.length;
  let text = "";
  let at = from;
  while (at < length) {
    const char = charAt(markup, at);
    if (isSpace(char) || char === "/") {
      text += char;
      at += 1;
      continue;
    }
    if (char === ">") return { text, end: at };
    const nameStart = at;
    at += 1;
    while (at < length && !matches(/[\t\n\f\r />=]/, charAt(markup, at))) at += 1;
    const name = slice(markup, nameStart, at);
    let next = at;
    while (next < length && isSpace(charAt(markup, next))) next += 1;
    if (charAt(markup, next) !== "=") {
      text += name;
      continue;
    }
    next += 1;
    while (next < length && isSpace(charAt(markup, next))) next += 1;
    const quote = charAt(markup, next);
    let value = "";
    if (quote === '"' || quote === "'") {
      const end = indexOf(markup, quote, next + 1);
      if (end < 0) return null;
      value = slice(markup, next + 1, end);
      next = end + 1;
    } else {
      const valueStart = next;
      while (next < length && !matches(/[\t\n\f\r >]/, charAt(markup, next))) next += 1;
      value = slice(markup, valueStart, next);
    }
    const written = slice(markup, nameStart, next);
    text += harmlessAttribute(tag, lowerCase(name), value, { written, later });
    at = next;
  }
  return null;
}

function harmlessAttribute(
  tag: string,
  name: string,
  value: string,
  { written, later }: { written: string; later: boolean },
): string {
  if (tag === "link" && name === "rel") {
    const decoded = decode(value);
    const rel = harmlessRel(decoded);
    return rel === decoded ? written : ` rel="${encode(rel)}"`;
  }
  if (name === "href" || name === "xlink:href") {
    if (tag !== "a" && tag !== "area") return written;
    const decoded = decode(value);
    const href = hidden(decoded);
    return href === decoded ? written : ` ${name}="${encode(href)}"`;
  }
  if (name === "attributename" && (tag === "set" || tag === "animate"))
    return animatesAddress(decode(value)) ? "" : written;
  if (tag !== "iframe" || (name !== "srcdoc" && name !== LATER)) return written;
  const html = decode(value);
  if (name === "srcdoc" && indexOf(value, "<") < 0 && framed(html) === html) return written;
  return later ? ` ${LATER}${slice(written, name.length)}` : ` srcdoc="${encode(framed(html))}"`;
}

const decoder = document.implementation.createHTMLDocument("").createElement("div");

/** Has the browser's parser decode character references. */
function decode(value: string): string {
  if (indexOf(value, "&") < 0) return value;
  setInnerHtml(decoder, `<i title="${replaceAll(value, '"', "&quot;")}">`);
  return getAttribute(firstChild(decoder), "title")!;
}

/** Without a `<`, so that a tag in the value is not taken for one of this text. */
const encode = (text: string): string =>
  replaceAll(replaceAll(replaceAll(text, "&", "&amp;"), '"', "&quot;"), "<", "&lt;");

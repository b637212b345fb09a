/**
 * Finds links, @mentions and #hashtags in a text that a person wrote. Pure; the reader's screen and the server (who
 * is mentioned) use the same rules. The parts, joined, are the text: nothing is lost or changed.
 */
export type TextPart =
  | { type: "text"; text: string }
  /** `href` is always http or https. */
  | { type: "link"; text: string; href: string }
  /** `username` without the @, in the one spelling that names are stored in. */
  | { type: "mention"; text: string; username: string }
  /** `tag` without the #. */
  | { type: "hashtag"; text: string; tag: string };

// A link ends where Japanese text or a closing quote goes on: addresses are ASCII (others arrive percent-encoded).
const CANDIDATE = /(https?:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+)|[@＠#＃]/;
// Letters and digits of every script. A pattern of all that is sought names such a class five times, which a phone's
// browser needs 40 ms to prepare: the class stands once, and is asked for one character at a time.
const WORD = /[\p{L}\p{N}\p{M}]/u;
/** What stands in a name or topic beside letters and digits, and what (or a letter) may not stand before its sign. */
const NAME = { inside: "_.-", notAfter: "_.@＠/-" };
const TAG = { inside: "_ー・", notAfter: "_&#＃/" };
const WORD_MAX = 60;

const MENTIONS_MAX = 10;

/** The parts of `text` in order. */
export function parseRichText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const candidates = new RegExp(CANDIDATE, "g");
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    const { 0: found, 1: link, index } = match;
    const part = link
      ? readLink(link)
      : "@＠".includes(found)
        ? readMention(text, index)
        : readTag(text, index);
    if (!part) continue;
    if (index > from) parts.push({ type: "text", text: text.slice(from, index) });
    parts.push(part);
    from = index + part.text.length;
    candidates.lastIndex = from;
  }
  if (from < text.length) parts.push({ type: "text", text: text.slice(from) });
  return parts;
}

/** The word after the sign at `at`; empty where the sign stands within another word. */
function wordAt(text: string, at: number, { inside, notAfter }: typeof NAME): string {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1);
  if (before && (notAfter.includes(before) || WORD.test(before))) return "";
  let word = "";
  let length = 0;
  for (const character of text.slice(at + 1)) {
    if (length++ === WORD_MAX || !(inside.includes(character) || WORD.test(character))) break;
    word += character;
  }
  return word;
}

function readLink(link: string): TextPart | null {
  const text = trimLink(link);
  return URL.canParse(text) ? { type: "link", text, href: new URL(text).href } : null;
}

function readMention(text: string, at: number): TextPart | null {
  const name = wordAt(text, at, NAME).replace(/[.-]+$/, "");
  return /^[\p{L}\p{N}]/u.test(name)
    ? { type: "mention", text: text[at] + name, username: name.normalize("NFKC").toLowerCase() }
    : null;
}

function readTag(text: string, at: number): TextPart | null {
  const tag = wordAt(text, at, TAG);
  // A number alone ("#1") is a count, not a topic.
  return /^[\p{N}_・]*$/u.test(tag)
    ? null
    : { type: "hashtag", text: text[at] + tag, tag: tag.normalize("NFKC") };
}

const OPENING: Record<string, string> = { ")": "(", "]": "[" };

/** Punctuation at the end belongs to the sentence, and so does a bracket that was opened before the link. */
function trimLink(link: string): string {
  for (let rest = link; ; rest = rest.slice(0, -1)) {
    const last = rest.slice(-1);
    const opening = OPENING[last];
    if (!/[.,;:!?'*]/.test(last) && !(opening && count(rest, last) > count(rest, opening))) return rest;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Who is mentioned, each once, as names were typed (NFKC, lower case). */
export function mentionedNames(text: string): string[] {
  const names = new Set<string>();
  for (const part of parseRichText(text)) {
    if (part.type === "mention" && names.size < MENTIONS_MAX) names.add(part.username);
  }
  return [...names];
}

/** How a link is shown: without its scheme, shortened in the middle of nowhere important. */
export function shortLink(href: string): string {
  const shown = href.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
  return shown.length > 44 ? `${shown.slice(0, 43)}…` : shown;
}

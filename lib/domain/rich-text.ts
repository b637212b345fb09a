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
const LINK = /https?:\/\/[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/;
const MENTION = /(?<![\p{L}\p{N}\p{M}_.@＠/-])[@＠]([\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]{0,59})/u;
const HASHTAG = /(?<![\p{L}\p{N}\p{M}_&#＃/])[#＃]([\p{L}\p{N}\p{M}_ー・]{1,60})/u;
const ANY = new RegExp(`(${LINK.source})|${MENTION.source}|${HASHTAG.source}`, "gu");

export const MENTIONS_MAX = 10;

/** The parts of `text` in order. */
export function parseRichText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const push = (part: TextPart, at: number) => {
    if (at > from) parts.push({ type: "text", text: text.slice(from, at) });
    parts.push(part);
    from = at + part.text.length;
  };
  for (const match of text.matchAll(ANY)) {
    const part = readMatch(match);
    if (part) push(part, match.index);
  }
  if (from < text.length) parts.push({ type: "text", text: text.slice(from) });
  return parts;
}

function readMatch([whole, link, name, tag]: RegExpExecArray): TextPart | null {
  if (link) {
    const text = trimLink(link);
    return URL.canParse(text) ? { type: "link", text, href: new URL(text).href } : null;
  }
  if (name) {
    const used = name.replace(/[.-]+$/, "");
    return { type: "mention", text: whole[0] + used, username: used.normalize("NFKC").toLowerCase() };
  }
  // A number alone ("#1") is a count, not a topic.
  return tag && !/^[\p{N}_・]+$/u.test(tag)
    ? { type: "hashtag", text: whole, tag: tag.normalize("NFKC") }
    : null;
}

/** Punctuation at the end belongs to the sentence, and so does a bracket that was opened before the link. */
function trimLink(link: string): string {
  let end = link.length;
  for (;;) {
    const last = link[end - 1];
    if (last === undefined) break;
    if (/[.,;:!?'*]/.test(last)) end--;
    else if (last === ")" && count(link.slice(0, end), ")") > count(link.slice(0, end), "(")) end--;
    else if (last === "]" && count(link.slice(0, end), "]") > count(link.slice(0, end), "[")) end--;
    else break;
  }
  return link.slice(0, end);
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

/**
 * Finds links, @mentions and #hashtags in a text. The browser renders by these rules, and the server finds mentioned
 * people by them. The parts joined are the text.
 */
type TextPart =
  | { type: "text"; text: string }
  /** `href` is always http or https. */
  | { type: "link"; text: string; href: string }
  /** `username` without the @, normalized as usernames are stored. */
  | { type: "mention"; text: string; username: string }
  /** `tag` without the #. */
  | { type: "hashtag"; text: string; tag: string };

// Only ASCII, so that a link ends where Japanese text continues; browsers copy other characters percent-encoded.
const CANDIDATE =
  /((?:https?:\/\/|(?<![A-Za-z0-9@._~/-])www\.(?=[A-Za-z0-9-]+\.))[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+)|[@＠#＃]/;
// Letters and digits of every script. Compiling this class is slow, so one pattern has it, for one character at a time.
export const WORD = /[\p{L}\p{N}\p{M}]/u;
/** Characters allowed in a name or tag besides letters and digits, and those that may not precede its sign. */
export const NAME = { inside: "_.-", notAfter: "_.@＠/-" };
export const TAG = { inside: "_ー・", notAfter: "_&#＃/" };
export const WORD_MAX = 60;

const MENTIONS_MAX = 10;

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

/** The word after the sign at index `at`; empty if the sign is inside another word. */
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
  const address = text.startsWith("www.") ? `https://${text}` : text;
  return URL.canParse(address) ? { type: "link", text, href: new URL(address).href } : null;
}

function readMention(text: string, at: number): TextPart | null {
  const name = wordAt(text, at, NAME).replace(/[.-]+$/, "");
  return /^[\p{L}\p{N}]/u.test(name)
    ? { type: "mention", text: text[at] + name, username: name.normalize("NFKC").toLowerCase() }
    : null;
}

function readTag(text: string, at: number): TextPart | null {
  const tag = wordAt(text, at, TAG);
  // "#1" is a number, not a tag.
  return /^[\p{N}_・]*$/u.test(tag)
    ? null
    : { type: "hashtag", text: text[at] + tag, tag: tag.normalize("NFKC") };
}

const OPENING: Record<string, string> = { ")": "(", "]": "[" };

/** Trailing punctuation belongs to the sentence, and so does a bracket that was opened before the link. */
function trimLink(link: string): string {
  const count = (text: string, character: string) => text.split(character).length - 1;
  for (let trimmed = link; ; trimmed = trimmed.slice(0, -1)) {
    const last = trimmed.slice(-1);
    const opening = OPENING[last];
    const isUnopened = opening && count(trimmed, last) > count(trimmed, opening);
    if (!/[.,;:!?'*]/.test(last) && !isUnopened) return trimmed;
  }
}

/** The normalized usernames that a text mentions, each once, at most ten. */
export function mentionedNames(text: string): string[] {
  const names = new Set<string>();
  for (const part of parseRichText(text)) {
    if (part.type === "mention" && names.size < MENTIONS_MAX) names.add(part.username);
  }
  return [...names];
}

/** How a link is displayed: without scheme and "www.", at most 44 characters. */
export function shortLink(href: string): string {
  const shown = href.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
  return shown.length > 44 ? `${shown.slice(0, 43)}…` : shown;
}

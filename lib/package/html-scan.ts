import { Tokenizer, TokenizerMode, type Token } from "parse5";

/**
 * The start tags and raw text elements of an HTML document, by the tokenizer of the HTML standard. It builds no tree,
 * because misnested markup can make that take more than linear time.
 */

export type HtmlAttribute = { name: string; value: string; at: number; valueAt: number };

export type HtmlTag = {
  name: string;
  at: number;
  attributes: HtmlAttribute[];
  /**
   * The content of an element that holds no markup (script, style, title): its `source`, where it begins, and its `text`
   * with character references decoded where HTML decodes them.
   */
  raw: { source: string; at: number; text: string } | null;
};

/** More attributes than any real tag has; the rest are ignored. */
const ATTRIBUTES_MAX = 200;

/** The tokenizer states that the tree builder would set. */
const RAW_TEXT_MODES = new Map<string, Tokenizer["state"]>([
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ...["style", "xmp", "iframe", "noembed", "noframes", "noscript"].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
]);

/** Calls `visit` with every complete start tag of `source`, in order. */
export function scanHtml(source: string, visit: (tag: HtmlTag) => void): void {
  htmlScanner(source, visit)(source, true);
}

/** Scans `source` like scanHtml, but the caller passes it in consecutive pieces. */
export function htmlScanner(
  source: string,
  visit: (tag: HtmlTag) => void,
): (piece: string, isLast: boolean) => void {
  let inside: { tag: HtmlTag; at: number; text: string } | null = null;

  const endRawText = (end: number) => {
    if (!inside) return;
    const { tag, at, text } = inside;
    inside = null;
    visit({ ...tag, raw: { source: source.slice(at, end), at, text } });
  };
  const onCharacter = ({ chars }: Token.CharacterToken) => {
    if (inside) inside.text += chars;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const { startOffset, endOffset } = token.location!;
        const tag = {
          name: token.tagName,
          at: startOffset,
          attributes: attributesOf(token, source),
          raw: null,
        };
        const mode = RAW_TEXT_MODES.get(tag.name);
        if (mode === undefined) return visit(tag);
        tokenizer.state = mode;
        inside = { tag, at: endOffset, text: "" };
      },
      onEndTag: (token) => endRawText(token.location!.startOffset),
      onEof: () => endRawText(source.length),
      onCharacter,
      onWhitespaceCharacter: onCharacter,
      onNullCharacter: onCharacter,
      onComment() {},
      onDoctype() {},
    },
  );
  return (piece, isLast) => tokenizer.write(piece, isLast);
}

function attributesOf({ attrs, location }: Token.TagToken, source: string): HtmlAttribute[] {
  return attrs.slice(0, ATTRIBUTES_MAX).map(({ name, value }) => {
    const { startOffset, endOffset } = location!.attrs![name]!;
    // A name may begin with `=`.
    const beginning = source.slice(startOffset, Math.min(endOffset, startOffset + name.length + 64));
    const lead = /^.[^=]*=\s*["']?/s.exec(beginning)?.[0].length ?? beginning.length;
    return { name, value, at: startOffset, valueAt: startOffset + lead };
  });
}

/** Character references make a value shorter than its source. */
export function valueEnd(text: string, { at, valueAt }: HtmlAttribute): number {
  if (!text.slice(at, valueAt).includes("=")) return valueAt;
  const quote = text[valueAt - 1];
  const end =
    quote === '"' || quote === "'"
      ? text.indexOf(quote, valueAt)
      : text.slice(valueAt).search(/[\s>]/) + valueAt;
  return end < valueAt ? text.length : end;
}

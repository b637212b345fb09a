import { Tokenizer, TokenizerMode, type Token } from "parse5";

/**
 * The start tags and raw texts of an HTML document, as the tokenizer of the HTML standard cuts them. No tree is built:
 * what a stranger nests and misnests can make that take far longer than the text is long.
 */

export type HtmlAttribute = { name: string; value: string; at: number; valueAt: number };

export type HtmlTag = {
  name: string;
  at: number;
  attributes: HtmlAttribute[];
  /**
   * What lies between this tag and its end where that is not markup (scripts, styles, titles): `source` as it is
   * written and where it begins, `text` with character references decoded where they count.
   */
  raw: { source: string; at: number; text: string } | null;
};

/** Beyond a number no tag has, attributes are not looked at. */
const ATTRIBUTES_MAX = 200;

/** The modes that the tree builder would set. */
const RAW_TEXT_MODES = new Map<string, Tokenizer["state"]>([
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ...["style", "xmp", "iframe", "noembed", "noframes", "noscript"].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
]);

/** Calls `visit` with every start tag of `source`, in order; a tag that the text ends inside of is none. */
export function scanHtml(source: string, visit: (tag: HtmlTag) => void): void {
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
  tokenizer.write(source, true);
}

function attributesOf({ attrs, location }: Token.TagToken, source: string): HtmlAttribute[] {
  return attrs.slice(0, ATTRIBUTES_MAX).map(({ name, value }) => {
    const { startOffset, endOffset } = location!.attrs![name]!;
    // A name may begin with `=`.
    const written = source.slice(startOffset, Math.min(endOffset, startOffset + name.length + 64));
    const lead = /^.[^=]*=\s*["']?/s.exec(written)?.[0].length ?? written.length;
    return { name, value, at: startOffset, valueAt: startOffset + lead };
  });
}

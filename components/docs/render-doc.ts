import { Marked, type Tokens } from "marked";

/** `id` is the anchor of the heading. */
type DocHeading = { id: string; text: string; depth: number };
export type RenderedDoc = { html: string; headings: DocHeading[] };

/**
 * Renders Markdown. Ours may contain markup, which is not sanitized; `rawHtml: false` is for what a host wrote.
 * @param tryLink where an example of code can be tried, or null
 * @param rawHtml false shows markup as text, and keeps only links and pictures at web and mail addresses
 * @param anchors those of the headings in order, for a translation that keeps the links of the original
 */
export function renderDoc(
  markdown: string,
  {
    tryLink = () => null,
    tryLabel = "",
    anchors = [],
    rawHtml = true,
  }: {
    tryLink?: (code: string, language: string) => string | null;
    tryLabel?: string;
    anchors?: readonly string[];
    rawHtml?: boolean;
  } = {},
): RenderedDoc {
  const headings: DocHeading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const plain = text.replace(/`/g, "");
        const id = anchors[headings.length] ?? anchorOf(plain);
        headings.push({ id, text: plain, depth });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      code({ text, lang }: Tokens.Code) {
        const link = tryLink(text, lang ?? "");
        const action = link ? `<a href="${link}">${escapeHtml(tryLabel)}</a>` : "";
        return `<div class="code"><pre tabindex="0"><code>${escapeHtml(text)}</code></pre>${action}</div>`;
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  if (!rawHtml)
    marked.use({
      renderer: {
        html: ({ text }: Tokens.HTML | Tokens.Tag) => (text.startsWith("<!--") ? "" : escapeHtml(text)),
        link: ({ href, text }: Tokens.Link) => (isWebAddress(href) ? false : escapeHtml(text)),
        image: ({ href, text }: Tokens.Image) => (isWebAddress(href) ? false : escapeHtml(text)),
      },
    });
  return { html: marked.parse(markdown, { async: false }), headings };
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** A link to the web, a mail address, or a place on this origin. */
function isWebAddress(href: string): boolean {
  // The browser decodes them, which could make another scheme.
  if (/&(#|[a-z\d]+;)/i.test(href)) return false;
  try {
    return ["http:", "https:", "mailto:"].includes(new URL(href, "https://gum.invalid").protocol);
  } catch {
    return false;
  }
}

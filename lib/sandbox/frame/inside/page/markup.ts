/**
 * Rewrites markup that the app passes as text (innerHTML, insertAdjacentHTML, document.write …): URLs and styles are rewritten,
 * scripts get the nonce. It is a scanner, not a parser, because document.write may pass fragments that cannot be parsed alone.
 */
import { BLOCKING_ATTRIBUTES, rewriteAttribute } from "@/lib/sandbox/frame/inside/page/attributes";
import { mentionsUrl, rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { srcdocFor, FRAME_SOURCE, framedHtml } from "@/lib/sandbox/frame/inside/page/child-frames";
import { isLate, lateName } from "@/lib/sandbox/frame/inside/page/late-urls";
import { additionalImportMap, rewriteScript } from "@/lib/sandbox/frame/inside/page/modules";
import { site } from "@/lib/sandbox/frame/inside/files";

const NEEDS_REWRITING =
  /<(?:img|script|link|iframe|audio|video|source|track|input|image|style|embed|feimage|use|meta|base)\b|(?:style|background|poster|srcset)\s*=|=\s*["']?url\(|<(?:\w+gradient|pattern|textpath|mpath|animate\w*)\b[^>]*href|\son\w+\s*=[^>]*location/i;
const TAG = /<!--[\s\S]*?(?:-->|$)|<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s=/"'>]+)(?:(\s*=\s*)("([^"]*)"|'([^']*)'|[^\s"'>]+))?/g;
const RAW_TEXT = new Set(["script", "style", "textarea", "title", "xmp", "noembed"]);
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&lt;": "<",
  "&gt;": ">",
};

export function rewriteMarkup(markup: string, nonce: string): string {
  if (!NEEDS_REWRITING.test(markup)) return markup;
  let result = "";
  let at = 0;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(markup); match; match = TAG.exec(markup)) {
    const [whole, tag, attributes] = match;
    result += markup.slice(at, match.index);
    at = match.index + whole.length;
    if (!tag) {
      result += whole;
      continue;
    }
    const name = tag.toLowerCase();
    result += rewriteTag(whole, name, tag, attributes ?? "", nonce);
    if (!RAW_TEXT.has(name)) continue;
    const content = rawContent(markup, at, name);
    result += rewriteRaw(name, content, attributes ?? "");
    at += content.length;
    TAG.lastIndex = at;
  }
  return result + markup.slice(at);
}

function rawContent(markup: string, from: number, name: string): string {
  const end = new RegExp(`</${name}[\\s/>]`, "gi");
  end.lastIndex = from;
  return markup.slice(from, end.exec(markup)?.index ?? markup.length);
}

function rewriteRaw(name: string, content: string, attributes: string): string {
  if (name === "style") return mentionsUrl(content) ? rewriteCss(content) : content;
  if (name === "script" && /\btype\s*=\s*["']?importmap\b/i.test(attributes))
    return additionalImportMap(content);
  const runs =
    name === "script" &&
    !/\btype\s*=\s*["']?(?!module|text\/(?:java|ecma)script|application\/(?:x-)?(?:java|ecma)script)[\w]/i.test(
      attributes,
    );
  return runs && content ? rewriteScript(content, site.base) : content;
}

function rewriteTag(whole: string, name: string, tag: string, attributes: string, nonce: string): string {
  if (
    name === "base" ||
    (name === "meta" && /http-equiv\s*=\s*["']?\s*(?:refresh|content-security-policy)/i.test(attributes))
  ) {
    return `<${tag} data-gum-left-out>`;
  }
  const isScript = name === "script";
  const rewritten = attributes.replace(
    ATTRIBUTE,
    (written: string, attribute: string, ...groups: unknown[]) => {
      const [equals, quoted, inDouble, inSingle] = groups as (string | undefined)[];
      const key = attribute.toLowerCase();
      if (isScript && key === "nonce") return "";
      if ((isScript || name === "link") && BLOCKING_ATTRIBUTES.includes(key)) return "";
      if (!equals) return written;
      const value = decodeEntities(inDouble ?? inSingle ?? quoted ?? "");
      if (isLate(name, key, value)) return `${lateName(key)}="${encodeEntities(value)}"`;
      const loadable = rewriteAttribute(name, key, value);
      return loadable === value ? written : `${attribute}="${encodeEntities(loadable)}"`;
    },
  );
  if (name === "iframe") return rewriteIframe(tag, rewritten);
  if (isScript) return `<${tag} nonce="${nonce}"${rewritten}>`;
  return rewritten === attributes ? whole : `<${tag}${rewritten}>`;
}

// The guard renames it in scripts.
const SRCDOC = /(?<=^|\s)(?:data-gum-)?srcdoc(\s*=\s*)("([^"]*)"|'([^']*)'|[^\s"'>]+)/i;
const SRC = /(?<=^|\s)src(\s*=\s*)("([^"]*)"|'([^']*)'|[^\s"'>]+)/i;

function rewriteIframe(tag: string, attributes: string): string {
  const [srcdoc, , quotedText, doubleText, singleText] = SRCDOC.exec(attributes) ?? [];
  if (srcdoc) {
    const page = framedHtml(decodeEntities(doubleText ?? singleText ?? quotedText ?? ""));
    return `<${tag}${attributes.replace(SRCDOC, () => `srcdoc="${encodeEntities(page)}"`)}>`;
  }
  const [found, , quoted, inDouble, inSingle] = SRC.exec(attributes) ?? [];
  const url = decodeEntities(inDouble ?? inSingle ?? quoted ?? "");
  const content = found ? srcdocFor(url) : null;
  if (content === null) return `<${tag}${attributes}>`;
  const remaining = attributes.replace(SRC, () => `${FRAME_SOURCE}="${encodeEntities(url)}"`);
  return `<${tag}${remaining} srcdoc="${encodeEntities(content)}">`;
}

function decodeEntities(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:amp|quot|#39|apos|lt|gt);/g, (entity) => ENTITIES[entity]!)
    : text;
}

function encodeEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

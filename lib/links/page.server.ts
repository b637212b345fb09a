import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MEDIA_ALT_MAX_CHARS } from "@/lib/config/limits";
import { LINK_DESCRIPTION_MAX_CHARS, LINK_TITLE_MAX_CHARS } from "@/lib/config/link-limits";
import { htmlScanner, type HtmlTag } from "@/lib/package/html-scan";
import { visibleLine } from "@/lib/shared/hidden-characters";

/** The page controls these texts: each becomes one bounded line without invisible characters. */
export type PageAbout = {
  title: string;
  description: string;
  image: { url: string; alt: string } | null;
};

/** By priority: the first one present wins. */
const TITLE = ["og:title", "twitter:title"];
const DESCRIPTION = ["og:description", "twitter:description", "description"];
const IMAGE = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"];
const IMAGE_ALT = ["og:image:alt", "twitter:image:alt"];

/**
 * Extracts the metadata from a page's head.
 * @param url where the page was found
 */
export async function readPage({
  bytes,
  contentType,
  url,
}: {
  bytes: Uint8Array;
  contentType: string;
  url: string;
}): Promise<PageAbout> {
  const html = decodePage(bytes, contentType);
  const metas = new Map<string, string>();
  let heading = "";
  await scan(headOf(html), ({ name, attributes, raw }) => {
    if (name === "title" && !heading) heading = raw?.text ?? "";
    if (name !== "meta") return;
    const value = (attribute: string) => attributes.find((other) => other.name === attribute)?.value;
    const key = (value("property") ?? value("name"))?.trim().toLowerCase();
    const content = value("content")?.trim();
    if (key && content && !metas.has(key)) metas.set(key, content);
  });
  const first = (keys: string[]) => keys.map((key) => metas.get(key)).find(Boolean) ?? "";
  const image = first(IMAGE);
  return {
    title: line(first(TITLE) || heading, LINK_TITLE_MAX_CHARS),
    description: line(first(DESCRIPTION), LINK_DESCRIPTION_MAX_CHARS),
    image:
      image && URL.canParse(image, url)
        ? { url: new URL(image, url).href, alt: line(first(IMAGE_ALT), MEDIA_ALT_MAX_CHARS) }
        : null,
  };
}

/** How much of a page the server reads before other requests have their turn. */
const PIECE_CHARS = 16 * 1024;

async function scan(html: string, visit: (tag: HtmlTag) => void): Promise<void> {
  const write = htmlScanner(html, visit);
  for (let at = 0; at < html.length; at += PIECE_CHARS) {
    const end = at + PIECE_CHARS;
    write(html.slice(at, end), end >= html.length);
    await nextTurn();
  }
}

function line(text: string, max: number): string {
  const characters = Array.from(visibleLine(text));
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`
    : characters.join("");
}

/** Some pages have their meta tags in the body, so a page without any in its head is read further. */
function headOf(html: string): string {
  const end = html.search(/<\/head[\s>]/i);
  const head = end === -1 ? html : html.slice(0, end);
  return /<title[\s>]/i.test(head) ? head : html;
}

/** Decodes roughly as browsers do: by the Content-Type header, else the page's own declaration, else UTF-8. */
function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
  const named =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

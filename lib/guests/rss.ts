type RssItem = { url: string; title: string; html: string; at: string };
type RssFeed = {
  title: string;
  url: string;
  selfUrl: string;
  description: string;
  language: string;
  image?: string;
};

// XML cannot represent the other control characters.
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for XML and HTML, in elements and attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(NOT_IN_XML, "").replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

/** Renders an RSS 2.0 document. `html` of an item must be safe markup. */
export function rssDocument(feed: RssFeed, items: readonly RssItem[]): string {
  const text = (name: string, value: string) => `<${name}>${escapeMarkup(value)}</${name}>`;
  const date = (at: string) => new Date(at).toUTCString();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    text("title", feed.title),
    text("link", feed.url),
    text("description", feed.description),
    text("language", feed.language),
    `<atom:link href="${escapeMarkup(feed.selfUrl)}" rel="self" type="application/rss+xml"/>`,
    feed.image &&
      `<image>${text("url", feed.image)}${text("title", feed.title)}${text("link", feed.url)}</image>`,
    items[0] && text("lastBuildDate", date(items[0].at)),
    ...items.map(
      ({ url, title, html, at }) =>
        `<item>${text("title", title)}${text("link", url)}<guid isPermaLink="true">${escapeMarkup(url)}</guid>` +
        `${text("pubDate", date(at))}${text("description", html)}</item>`,
    ),
    "</channel></rss>",
  ]
    .filter(Boolean)
    .join("\n");
}

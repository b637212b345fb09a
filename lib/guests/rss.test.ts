import { describe, expect, it } from "vitest";
import { escapeMarkup, rssDocument } from "./rss";

const feed = {
  title: "A & <B>",
  url: "https://gum.example/profile/1",
  selfUrl: "https://gum.example/x?a=1&b=2",
  description: "",
  language: "ja",
};

describe("a feed", () => {
  it("has no way out of its elements and attributes", () => {
    const item = {
      url: "https://gum.example/post/1",
      title: "]]></title><script>",
      html: "<p>ハロー</p>",
      at: "2026-11-24T00:00:00.000Z",
    };
    const xml = rssDocument(feed, [item]);
    expect(xml).toContain("<title>A &amp; &lt;B&gt;</title>");
    expect(xml).toContain('href="https://gum.example/x?a=1&amp;b=2"');
    expect(xml).not.toContain("<script>");
    expect(xml).toContain("<description>&lt;p&gt;ハロー&lt;/p&gt;</description>");
    expect(xml).toContain("<pubDate>Tue, 24 Nov 2026 00:00:00 GMT</pubDate>");
  });

  it("drops what XML cannot hold: control characters and lone surrogates", () => {
    expect(escapeMarkup("a\u0000b\u0007c\uD800d😀\n")).toBe("abcd😀\n");
  });
});

import { describe, expect, test } from "vitest";
import { mentionedFiles } from "./mentioned-files";

const MB = 1024 * 1024;

async function mentioned(texts: Record<string, string>, paths: readonly string[]): Promise<string[]> {
  const bytes = (path: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(texts[path]);
  const reader = {
    paths: Object.keys(texts),
    readWithPauses: (path: string) => Promise.resolve(bytes(path)),
    packed: (path: string) => ({ bytes: bytes(path), size: bytes(path).length, deflated: false }),
  };
  return [...(await mentionedFiles(reader, paths))];
}

describe("the files that a package mentions", () => {
  test("are found in markup and style sheets, however their names are written", async () => {
    const names = ["a.png", "my pic (1).png", "写真.jpg", "100%.gif", "x&y.svg", "b.png", "c.png", "d.mp3"];
    const html = `<img src=img/a.png srcset="c.png 2x,other.png"><img src="img/my%20pic%20(1).png">
      <img src="%E5%86%99%E7%9C%9F.jpg"><img src="100%.gif"><img src="x&amp;y.svg">`;
    const paths = names.map((name) => `img/${name}`);
    const found = await mentioned({ "index.html": html, "main.css": `a { background: url(b.png) }` }, paths);
    expect(found).toEqual(paths.filter((path) => path !== "img/d.mp3"));
  });

  test("are not those which scripts, links to fetch ahead or to save name", async () => {
    const html = `<script>load("a.png")</script ><SCRIPT src="x.js">"b.png"</SCRIPT><a
      href="c.zip">Save</a><link rel="preload" href="d.png"><link rel="icon" href="e.png"><abbr>f.png</abbr><script>`;
    const paths = ["a.png", "b.png", "c.zip", "d.png", "e.png", "f.png"];
    expect(await mentioned({ "index.html": html }, paths)).toEqual(["e.png", "f.png"]);
  });

  test.each(["<script ", "<a ", "<a >", "<link ", "<link rel ", "<link >", "</script", "<", "%", " ", "a"])(
    "are found as fast in markup made of %j",
    { timeout: 20_000 },
    async (piece) => {
      const html = piece.repeat(Math.floor((2 * MB - 100) / piece.length)) + `<img src="a.png">`;
      const paths = Array.from({ length: 2_000 }, (_, n) => `img/${n}.png`);
      expect(await mentioned({ "index.html": html }, paths)).toEqual([]);
    },
  );

  test("are all of them where there is too much to search", async () => {
    const html = "<p>".repeat(MB);
    expect(await mentioned({ "index.html": html }, ["a.png", "b.png"])).toEqual(["a.png", "b.png"]);
  });
});

import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { lexer, type Token } from "marked";
import { describe, expect, it } from "vitest";
import { readDoc } from "@/lib/docs/doc-file.server";
import { DOC_PAGES } from "@/lib/docs/pages";
import { renderDoc } from "./render-doc";

function outline(markdown: string) {
  const tokens = lexer(markdown) as Exclude<Token, { type: "generic" }>[];
  return {
    headings: tokens.flatMap((token) => (token.type === "heading" ? [token.depth] : [])),
    code: tokens.flatMap((token) => (token.type === "code" ? [token.raw.trim()] : [])),
    rows: tokens.flatMap((token) => (token.type === "table" ? [token.rows.length] : [])),
    listItems: tokens.flatMap((token) => (token.type === "list" ? [token.items.length] : [])),
    inlineCode: new Set([...markdown.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code)),
    links: [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link),
  };
}

describe.each(DOC_PAGES)("the page %s in Japanese", (page) => {
  it("has the headings, code, tables, lists, inline code and links of the English one", async () => {
    const [english, japanese] = await Promise.all([readDoc(page, "en"), readDoc(page, "ja")]);
    expect(english.locale).toBe("en");
    expect(japanese.locale).toBe("ja");
    expect(outline(japanese.markdown)).toEqual(outline(english.markdown));
  });

  it("keeps the anchors", async () => {
    const [english, japanese] = await Promise.all([readDoc(page, "en"), readDoc(page, "ja")]);
    const anchors = renderDoc(english.markdown).headings.map(({ id }) => id);
    const { headings, html } = renderDoc(japanese.markdown, { anchors });
    expect(headings.map(({ id }) => id)).toEqual(anchors);
    for (const id of anchors) expect(html).toContain(` id="${id}"`);
  });
});

it("a page without a Japanese version is read in English", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "docs-"));
  await writeFile(path.join(folder, "gum.md"), "# Host");
  expect(await readDoc("gum", "ja", folder)).toEqual({ markdown: "# Host", locale: "en" });
});

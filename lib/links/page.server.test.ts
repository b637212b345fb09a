import { expect, it } from "vitest";
import { readPage } from "./page.server";

const read = (html: string | Uint8Array, contentType = "text/html; charset=utf-8") =>
  readPage({
    bytes: typeof html === "string" ? new TextEncoder().encode(html) : html,
    contentType,
    url: "https://example.com/deep/page",
  });

it("takes what a page says for cards before what it says for itself", async () => {
  expect(
    await read(`<head><title>Plain</title><meta name=description content="Plain words">
      <meta property="og:title" content=" Tom &amp;  Jerry\n"><meta property="og:description" content="">
      <meta property="og:image" content="/cat.png"><meta property="og:image:alt" content="A cat">
      <meta property="og:image" content="https://example.com/second.png"></head><body><title>No</title>`),
  ).toEqual({
    title: "Tom & Jerry",
    description: "Plain words",
    image: { url: "https://example.com/cat.png", alt: "A cat" },
  });
});

it.each([
  ["<title>Only a title", { title: "Only a title", description: "", image: null }],
  ["", { title: "", description: "", image: null }],
  ["<script>'<title>no</title>'</script><title>yes</title>", { title: "yes" }],
  ["<!-- <title>no</title> --><title>yes</title>", { title: "yes" }],
  ["<head></head><body><meta property=og:title content=late>", { title: "late" }],
  [`<title>${"long ".repeat(100)}</title>`, { title: `${"long ".repeat(40).trim().slice(0, 199)}…` }],
  ["<title>a\u202Eb\u200Bc\u0000d</title>", { title: expect.not.stringMatching(/[\u202E\u200B\u0000]/) }],
  ["<title>x</title><meta property=og:image content='http://['>", { image: null }],
])("reads %j", async (html, about) => {
  expect(await read(html)).toMatchObject(about);
});

it.each([
  ["text/html; charset=Shift_JIS", ""],
  ["text/html", "<meta charset=shift_jis>"],
])("decodes by the header, or by the page's own word (%j %j)", async (contentType, meta) => {
  const page = Buffer.concat([
    Buffer.from(`${meta}<title>`),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
    Buffer.from("</title>"),
  ]);
  expect((await read(page, contentType)).title).toBe("日本");
});

it("does not fail for a charset that nobody knows", async () => {
  expect((await read("<title>x</title>", "text/html; charset=klingon")).title).toBe("x");
});

it.each([
  [
    "one tag with very many attributes",
    `<meta ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(" ")}>`,
  ],
  ["very many tags", "<a b>".repeat(60_000)],
])("leaves the process to others meanwhile: %s", async (_, markup) => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  expect(await read(`${markup}<title>end</title>`)).toMatchObject({ title: "end" });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(10);
});

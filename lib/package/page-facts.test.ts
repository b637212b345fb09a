import { expect, it } from "vitest";
import { pageFacts } from "./page-facts";

const factsOf = (files: Record<string, string>) =>
  pageFacts(
    new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])),
    "index.html",
  );

it.each([
  [
    "that of a link",
    { "index.html": '<link rel="icon" type="image/svg+xml" href="/favicon.svg" />' },
    "favicon.svg",
  ],
  ["the usual name", { "index.html": "" }, "favicon.svg"],
  [
    "that of the web app manifest",
    {
      "index.html": "",
      "manifest.webmanifest": '{"icons": [{"src": "art.svg", "sizes": "any"}]}',
      "art.svg": "",
    },
    "art.svg",
  ],
])("finds an SVG icon: %s", (_what, files, svgIcon) => {
  const facts = factsOf({ "favicon.svg": "", ...files });
  expect([facts.icon, facts.svgIcon]).toEqual([undefined, svgIcon]);
});

it("prefers a picture to an SVG icon", () => {
  const page = '<link rel="icon" href="a.svg" sizes="any"><link rel="icon" href="a.png">';
  const facts = factsOf({ "index.html": page, "a.svg": "", "a.png": "" });
  expect([facts.icon, facts.svgIcon]).toEqual(["a.png", undefined]);
});

import { expect, test } from "vitest";
import { outsideHost, violationText } from "@/lib/sandbox/protocol/violation-text";

const own = "apps.example:3000";

test.each([
  [
    "script-src-elem",
    "https://cdn.example.com/a.js",
    "cdn.example.com is not part of the package, so https://cdn.example.com/a.js was not loaded. Put the file into the package: an upload offers to bring it in.",
  ],
  [
    "img-src",
    "https://pictures.example/a.png",
    "pictures.example is not part of the package, so https://pictures.example/a.png was not loaded. Put the file into the package, or ask for it with gum.fetch.",
  ],
  ["img-src", `http://${own}/sandbox/img/a.png`, "/img/a.png is not in the package."],
  ["frame-src", `http://${own}`, `Blocked by policy: frame-src http://${own} page.html`],
  ["script-src-attr", "inline", "Blocked by policy: script-src-attr inline page.html"],
  ["script-src", "eval", "Blocked by policy: script-src eval page.html"],
])("%s %s", (directive, uri, text) => {
  expect(violationText({ directive, uri, source: "page.html" }, own)).toBe(text);
});

test("only a URL of another host has an outside host", () => {
  expect(outsideHost("wss://a.example:8/x", own)).toBe("a.example:8");
  for (const uri of ["inline", "eval", "data", "blob", "https://", `http://${own}/x`, ""])
    expect(outsideHost(uri, own)).toBeNull();
});

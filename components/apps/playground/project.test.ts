import fc from "fast-check";
import { deflateSync } from "fflate";
import { describe, expect, it } from "vitest";
import { decodeProject, encodeProject, isUsablePath, placeOf } from "./project";

const path = fc
  .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom("html", "js", "png", "bin"))
  .map(([name, extension]) => `${name}.${extension}`);
const files = fc.dictionary(path, fc.string({ unit: "grapheme" }), { minKeys: 1, maxKeys: 8 });

describe("a project in a link", () => {
  it("comes back as it was", () => {
    fc.assert(
      fc.property(files, (texts) => {
        const project = new Map(
          Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]),
        );
        const text = encodeProject(project);
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeProject(text)).toEqual(project);
      }),
    );
  });

  it("keeps bytes that are no text", () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);
    expect(decodeProject(encodeProject(new Map([["a.png", bytes]])))?.get("a.png")).toEqual(bytes);
  });

  it("is nothing where it is damaged, foreign or escapes", () => {
    const evil = encodeProject(new Map([["../../x.js", new Uint8Array()]]));
    for (const text of ["", "abc", "!!!", "eJwDAAAAAAE", evil]) expect(decodeProject(text)).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => void decodeProject(text)));
  });

  it("is nothing where it would unpack to more than a package", () => {
    const bomb = deflateSync(new Uint8Array(40 * 1024 * 1024).fill(32), { level: 1 });
    expect(decodeProject(Buffer.from(bomb).toString("base64url"))).toBeNull();
  });
});

describe("isUsablePath", () => {
  it.each([
    ["index.html", true],
    ["a/b/c.js", true],
    ["", false],
    ["/a", false],
    ["a/", false],
    ["a//b", false],
    ["../a", false],
    ["a/./b", false],
    ["a\\b", false],
  ])("%s: %s", (written, usable) => expect(isUsablePath(written)).toBe(usable));
});

describe("the place of an error", () => {
  const project = new Map([
    ["app.js", new Uint8Array()],
    ["parts/a b.js", new Uint8Array()],
  ]);
  it.each([
    [
      { source: "http://127.0.0.1:3000/app.js", line: 3, stack: "" },
      { file: "app.js", line: 3 },
    ],
    [
      { source: "app.js?v=1", line: 1, stack: "" },
      { file: "app.js", line: 1 },
    ],
    [
      { source: "", line: 0, stack: "Error: x\n    at f (http://127.0.0.1:3000/parts/a%20b.js:7:2)" },
      { file: "parts/a b.js", line: 7 },
    ],
    [
      { source: "", line: 0, stack: "at blob:null/1:1:1\n at http://127.0.0.1/app.js:9:1" },
      { file: "app.js", line: 9 },
    ],
    [{ source: "http://127.0.0.1:3000/%zz.js", line: 1, stack: "" }, null],
    [{ source: "", line: 0, stack: "" }, null],
  ])("%j", (problem, place) => {
    expect(placeOf(problem, project)).toEqual(place);
  });
});

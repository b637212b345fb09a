import fc from "fast-check";
import { deflateSync } from "fflate";
import { describe, expect, it } from "vitest";
import { isUsablePath } from "@/lib/projects/rules";
import { decodeProject, encodeProject } from "./linked-project";
import { changedFiles, fileRows, findInFiles, moved, placeOf } from "./project";

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

describe("two states of a project", () => {
  const state = (texts: Record<string, string>) =>
    new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]));

  it("differ in the files that were added, removed or changed", () => {
    const before = state({ "index.html": "one", "old.js": "gone", "same.css": "same" });
    const after = state({ "same.css": "same", "new.js": "", "index.html": "three" });
    expect(changedFiles(before, after)).toEqual([
      { path: "index.html", kind: "changed", before: 3, after: 5 },
      { path: "new.js", kind: "added", before: null, after: 0 },
      { path: "old.js", kind: "removed", before: 4, after: null },
    ]);
    expect(changedFiles(after, after)).toEqual([]);
  });
});

describe("folders", () => {
  const project = new Map(
    ["index.html", "b/x.js", "b/c/y.js", "a.js", "bb.js"].map((path) => [path, new Uint8Array()]),
  );
  const shown = (...closed: string[]) =>
    fileRows(project, new Set(closed)).map(
      ({ kind, name, depth }) => `${"  ".repeat(depth)}${name}${kind === "folder" ? "/" : ""}`,
    );

  it("come before the files beside them, and hide what is in them when they are closed", () => {
    expect(shown()).toEqual(["b/", "  c/", "    y.js", "  x.js", "a.js", "bb.js", "index.html"]);
    expect(shown("b")).toEqual(["b/", "a.js", "bb.js", "index.html"]);
    expect(shown("b/c")).toEqual(["b/", "  c/", "  x.js", "a.js", "bb.js", "index.html"]);
  });

  it("move with all that is in them, and with nothing else", () => {
    expect([...moved(project, "b", "lib/b").keys()]).toEqual([
      "index.html",
      "lib/b/x.js",
      "lib/b/c/y.js",
      "a.js",
      "bb.js",
    ]);
    expect([...moved(project, "a.js", "b/a.js").keys()]).toContain("b/a.js");
  });
});

describe("a search over the files", () => {
  const project = new Map<string, Uint8Array>([
    ["b.js", new TextEncoder().encode("one\nTwo needles\nNEEDLE")],
    ["a.css", new TextEncoder().encode("x".repeat(10_000) + "needle" + "y".repeat(10_000))],
    ["c.png", new TextEncoder().encode("needle")],
  ]);
  it("names file and line, of texts only, and shows what is around", () => {
    const found = findInFiles(project, "needle", 10);
    expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual(["a.css:1", "b.js:2", "b.js:3"]);
    expect(found[0]!.text.length).toBeLessThan(200);
    expect(found[0]!.text).toContain("needle");
    expect(findInFiles(project, "needle", 2)).toHaveLength(2);
    expect(findInFiles(project, "", 2)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { isUsablePath } from "@/lib/projects/rules";
import { isTaken, pathProblem } from "./file-names";

describe("the path of a new file", () => {
  it.each([
    ["what?.js", "it has ?"],
    ["con<>.ts", "it has <"],
    ["a/b:c.js", "it has :"],
    ["folder./a.js", "it ends with a dot"],
    ["aux.js", "it is the name of a device"],
  ])("cannot be %s, as in a package", (path, reason) => {
    expect(pathProblem(path)?.finding?.params).toEqual({ entry: path, reason });
    // A project that has it opens, and its file can be renamed.
    expect(isUsablePath(path)).toBe(true);
  });

  it.each(["", "/a", "a/", "../a", "a\\b", "a".repeat(201)])("cannot be %j, as in a project", (path) =>
    expect(pathProblem(path)).toEqual({ finding: null }),
  );

  it.each(["index.html", "a/b c.js", ".network.json", "音.js"])("may be %s", (path) =>
    expect(pathProblem(path)).toBeNull(),
  );
});

describe("whether a name is taken", () => {
  const project = new Map(["app.js", "parts/one.js"].map((path) => [path, new Uint8Array()]));
  it.each([
    ["app.js", null, true],
    // One file on systems that ignore case, so a package has no two.
    ["App.js", null, true],
    ["parts", null, true],
    ["Parts/One.js", null, true],
    ["app.js/more.js", null, true],
    ["app.ts", null, false],
    ["parts/two.js", null, false],
    ["app.js", "app.js", false],
    ["App.js", "app.js", false],
    ["parts", "app.js", true],
    ["Parts", "parts", false],
  ])("%s, instead of %s: %s", (path, from, taken) => expect(isTaken(project, path, from)).toBe(taken));
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { applyMerge, conflictsOf, mergeManifests, mergeProjects, type Side } from "./merge";
import { textOf, type Project } from "./project";

const encode = (text: string) => new TextEncoder().encode(text);
const projectOf = (files: Record<string, string | Uint8Array>): Project =>
  new Map(
    Object.entries(files).map(([path, text]) => [path, typeof text === "string" ? encode(text) : text]),
  );
const textsOf = (project: Project) =>
  Object.fromEntries([...project.keys()].sort().map((path) => [path, textOf(project, path)]));
const allOn = (side: Side, files: Parameters<typeof conflictsOf>[0]) =>
  new Map(conflictsOf(files).map(({ id }) => [id, side]));

it("takes in what only the original changed, and keeps what only I changed", () => {
  const base = projectOf({ "app.js": "a\nb\nc\nd\ne", "old.js": "x", "both.js": "1", "mine.js": "m" });
  const mine = projectOf({
    "app.js": "A\nb\nc\nd\ne",
    "old.js": "x",
    "both.js": "2",
    "mine.js": "M",
    "my.js": "",
  });
  const theirs = projectOf({ "app.js": "a\nb\nc\nd\nE", "both.js": "2", "mine.js": "m", "new.js": "n" });
  const files = mergeProjects({ base, mine, theirs });
  expect(conflictsOf(files)).toEqual([]);
  expect(files.map(({ kind, path }) => [kind, path])).toEqual([
    ["text", "app.js"],
    ["changed", "new.js"],
    ["changed", "old.js"],
  ]);
  expect(textsOf(applyMerge(mine, files, new Map()))).toEqual({
    "app.js": "A\nb\nc\nd\nE",
    "both.js": "2",
    "mine.js": "M",
    "my.js": "",
    "new.js": "n",
  });
});

it("asks about lines that both changed, and takes mine, theirs or both", () => {
  const base = projectOf({ "app.js": "start\nred\nend" });
  const mine = projectOf({ "app.js": "start\nblue\nend" });
  const theirs = projectOf({ "app.js": "start\ngreen\nlime\nend" });
  const files = mergeProjects({ base, mine, theirs });
  expect(conflictsOf(files)).toMatchObject([
    { path: "app.js", line: 2, mine: ["blue"], theirs: ["green", "lime"], sides: ["mine", "theirs", "both"] },
  ]);
  const taken = (side: Side) => textOf(applyMerge(mine, files, allOn(side, files)), "app.js");
  expect(taken("mine")).toBe("start\nblue\nend");
  expect(taken("theirs")).toBe("start\ngreen\nlime\nend");
  expect(taken("both")).toBe("start\nblue\ngreen\nlime\nend");
});

it("asks about a binary file, a file that one side deleted, and a file that is too long to compare", () => {
  const long = (last: string) => `${"\n".repeat(3_000)}${last}`;
  const base = projectOf({
    "a.png": new Uint8Array([1]),
    "gone.js": "1",
    "cut.js": "1",
    "long.js": long("1"),
  });
  const mine = projectOf({ "a.png": new Uint8Array([2]), "gone.js": "2", "long.js": long("2") });
  const theirs = projectOf({ "a.png": new Uint8Array([3]), "cut.js": "3", "long.js": long("3") });
  const files = mergeProjects({ base, mine, theirs });
  expect(conflictsOf(files).map(({ path, sides }) => [path, sides.length])).toEqual([
    ["a.png", 2],
    ["cut.js", 2],
    ["gone.js", 2],
    ["long.js", 2],
  ]);
  expect(applyMerge(mine, files, allOn("mine", files))).toEqual(mine);
  expect(applyMerge(mine, files, allOn("theirs", files))).toEqual(theirs);
});

it("does not take a text in another encoding for text", () => {
  const latin = (byte: number) => new Uint8Array([0x61, byte]);
  const files = mergeProjects({
    base: projectOf({ "a.txt": latin(0xe9) }),
    mine: projectOf({ "a.txt": latin(0xe8) }),
    theirs: projectOf({ "a.txt": latin(0xea) }),
  });
  expect(files).toMatchObject([{ kind: "whole", path: "a.txt" }]);
});

it("does not count line breaks as changes, and keeps mine", () => {
  const merged = (base: string, mine: string, theirs: string) => {
    const project = projectOf({ "a.js": mine });
    const files = mergeProjects({
      base: projectOf({ "a.js": base }),
      mine: project,
      theirs: projectOf({ "a.js": theirs }),
    });
    expect(conflictsOf(files)).toEqual([]);
    return textOf(applyMerge(project, files, new Map()), "a.js");
  };
  expect(merged("a\r\nb\r\nc\r\nd", "A\nb\nc\nd", "a\r\nb\r\nc\r\nD")).toBe("A\nb\nc\nD");
  expect(merged("a\nb\nc\nd", "A\r\nb\r\nc\r\nd", "a\nb\nc\nD")).toBe("A\r\nb\r\nc\r\nD");
});

it("asks about every difference where the base is not known, also those that one side alone has", () => {
  const mine = projectOf({ "app.js": "a\nmine\nb\nc", "my.js": "m", "same.js": "s", "breaks.js": "1\n2" });
  const theirs = projectOf({
    "app.js": "a\ntheirs\nb\nnew\nc",
    "new.js": "n",
    "same.js": "s",
    "breaks.js": "1\r\n2",
  });
  const files = mergeProjects({ base: null, mine, theirs });
  expect(conflictsOf(files)).toMatchObject([
    { path: "app.js", mine: ["mine"], theirs: ["theirs"], line: 2 },
    { path: "app.js", mine: [], theirs: ["new"], line: 4 },
    { path: "my.js", line: null, sides: ["mine", "theirs"] },
    { path: "new.js", line: null, sides: ["mine", "theirs"] },
  ]);
  // Nothing comes in by itself.
  expect(files.filter((file) => file.kind === "changed" || (file.kind === "text" && file.takes))).toEqual([]);
  expect(textsOf(applyMerge(mine, files, allOn("mine", files)))).toEqual(textsOf(mine));
  const taken = applyMerge(mine, files, allOn("theirs", files));
  expect(textsOf(taken)).toEqual({ ...textsOf(theirs), "breaks.js": "1\n2" });
});

it("asks about fields of the manifest that one side alone has, where the base is not known", () => {
  const manifest = (fields: object) => projectOf({ "manifest.json": JSON.stringify(fields) });
  const app = "0190a0a0-0000-7000-8000-000000000000";
  const mine = manifest({ name: "Mine", version: "1.0.0", tags: ["mine"] });
  const theirs = manifest({ name: "Dice", version: "2.0.0", icon: "icon.png" });
  const file = mergeManifests({ base: null, mine, theirs, origin: { app, version: "2.0.0" } });
  expect(file).toMatchObject({ takes: false });
  expect(conflictsOf([file])).toMatchObject([
    { theirs: [] },
    { mine: [], theirs: [expect.stringContaining("icon.png")] },
  ]);
  const taken = (side: Side) =>
    JSON.parse(textOf(applyMerge(mine, [file], allOn(side, [file])), "manifest.json")) as object;
  expect(taken("mine")).toEqual({
    name: "Mine",
    version: "1.0.0",
    tags: ["mine"],
    remixed_from: { app, version: "2.0.0" },
  });
  expect(taken("theirs")).toMatchObject({ name: "Mine", icon: "icon.png" });
  expect(taken("theirs")).not.toHaveProperty("tags");
});

it("merges manifests by field: name and version stay mine, and the origin moves", () => {
  const manifest = (fields: object) => projectOf({ "manifest.json": JSON.stringify(fields) });
  const app = "0190a0a0-0000-7000-8000-000000000000";
  const base = manifest({
    name: "Dice",
    version: "1.0.0",
    license: "MIT",
    tags: ["dice"],
    description: "Rolls",
  });
  const mine = manifest({
    name: "My dice",
    version: "1.3.0",
    license: "MIT",
    tags: ["mine"],
    description: "Mine",
    remixed_from: { app, version: "1.0.0" },
  });
  const theirs = manifest({
    name: "Dice!",
    version: "2.0.0",
    license: "ISC",
    tags: ["dice"],
    description: "Theirs",
    icon: "icon.png",
  });
  const file = mergeManifests({ base, mine, theirs, origin: { app, version: "2.0.0" } });
  expect(conflictsOf([file])).toMatchObject([{ path: "manifest.json", sides: ["mine", "theirs"] }]);
  const taken = (side: Side) =>
    JSON.parse(textOf(applyMerge(mine, [file], allOn(side, [file])), "manifest.json")) as unknown;
  const same = {
    name: "My dice",
    version: "1.3.0",
    license: "ISC",
    tags: ["mine"],
    icon: "icon.png",
    remixed_from: { app, version: "2.0.0" },
  };
  expect(taken("mine")).toEqual({ ...same, description: "Mine" });
  expect(taken("theirs")).toEqual({ ...same, description: "Theirs" });
});

it("loses no line of either side, whatever both have written", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 12 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, text, (before, ours, others) => {
      const [base, mine, theirs] = [before, ours, others].map((each) => projectOf({ "a.js": each }));
      const files = mergeProjects({ base: base!, mine: mine!, theirs: theirs! });
      const merged = (side: Side) => textOf(applyMerge(mine!, files, allOn(side, files)), "a.js");
      // What only one side changed is there whatever the person chooses; where nothing else changed, the side is there whole.
      if (before === others) expect(merged("theirs")).toBe(ours);
      if (before === ours) expect(merged("mine")).toBe(others);
      if (ours === others) expect(merged("both")).toBe(ours);
      const lines = merged("both").split("\n");
      const added = (one: string) => one.split("\n").filter((line) => !before.split("\n").includes(line));
      for (const line of [...added(ours), ...added(others)]) expect(lines).toContain(line);
    }),
  );
});

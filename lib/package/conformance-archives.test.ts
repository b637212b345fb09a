import { expect, it } from "vitest";
import { committedArchives, conformanceArchives } from "@/tests/support/conformance-archives";
import { openArchive } from "./archive";
import { PackageError } from "./package-error";

const outcomeOf = (bytes: Uint8Array): string => {
  try {
    const archive = openArchive(bytes);
    for (const path of archive.entries.keys()) archive.read(path);
    return "opens";
  } catch (error) {
    if (error instanceof PackageError) return error.code;
    throw error;
  }
};

it("the archives for other readers are those that are tested here: else `npm run docs:archives`", () => {
  const [committed, made] = [committedArchives(), conformanceArchives()];
  // Not byte by byte: other versions of zlib deflate differently.
  expect([...committed.keys()]).toEqual([...made.keys()]);
  expect(committed.get("cases.json")).toEqual(made.get("cases.json"));
});

it("each opens or is refused as its list says", () => {
  const files = committedArchives();
  const cases = JSON.parse(new TextDecoder().decode(files.get("cases.json"))) as {
    file: string;
    expected: string;
    code?: string;
  }[];
  expect(cases.length).toBe(files.size - 1);
  expect(cases.filter(({ expected }) => expected === "opens").length).toBeGreaterThan(20);
  expect(cases.map(({ file }) => [file, outcomeOf(files.get(file)!)])).toEqual(
    cases.map(({ file, expected, code }) => [file, code ?? expected]),
  );
});

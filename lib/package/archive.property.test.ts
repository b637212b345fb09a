import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { zipSync } from "fflate";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { cpuMilliseconds } from "@/tests/support/cpu-time";
import { runs } from "@/tests/support/depth";
import { notHere } from "@/tests/support/not-here";
import { packageFiles } from "@/tests/support/package-files";
import { buildZip, bytesOf, extraField, le, type BuiltEntry } from "@/tests/support/zip-builder";
import { openArchive } from "./archive";
import { openPackage } from "./open-package";
import { PackageError } from "./package-error";

/** What the reader makes of an archive: its files, or null where it refuses it. Any other error is a bug and thrown. */
function read(bytes: Uint8Array): Map<string, Uint8Array> | null {
  try {
    const archive = openArchive(bytes);
    return new Map(Array.from(archive.entries.keys(), (path) => [path, archive.read(path)]));
  } catch (error) {
    if (error instanceof PackageError) return null;
    throw error;
  }
}

const name = fc
  .array(fc.constantFrom("a", "b.js", "C", "絵", "é", "x y", "data"), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"));
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.nat(400)).map(([unit, times]) => {
    return Uint8Array.from({ length: unit.length * times }, (_, i) => unit[i % unit.length]!);
  }),
);
const entry: fc.Arbitrary<BuiltEntry> = fc.record(
  {
    name,
    content,
    method: fc.constantFrom(0, 8),
    descriptor: fc.constantFrom("signed" as const, "bare" as const),
    extra: fc.constant(extraField(0x5455, le(1, 1), le(4, 1))),
    attributes: fc.constantFrom(0, 0o100644 * 0x10000, 0x20),
  },
  { requiredKeys: ["name", "content"] },
);
/** Mostly sound archives, in the forms that packers write. */
const archive = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(entry, { minLength: 1, maxLength: 5 }).map((entries) => buildZip(entries)),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom("a", "b", "c"), content), { minLength: 1, maxLength: 3 })
      .map((files) => zipSync(Object.fromEntries(files))),
  },
);

type Change = {
  kind: "flip" | "set" | "cut" | "insert" | "copy" | "zero";
  at: number;
  value: number;
  length: number;
};
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("flip", "flip", "set", "cut", "insert", "copy", "zero"),
  at: fc.nat(1_000_000),
  value: fc.nat(255),
  length: fc.integer({ min: 1, max: 40 }),
});

function apply(bytes: Uint8Array, { kind, at: anywhere, value, length }: Change): Uint8Array {
  // Half of the changes meet the directory and the end, which random places in a large archive hardly ever do.
  const tail = Math.min(bytes.length, 200);
  const at =
    bytes.length === 0 ? 0 : value & 1 ? anywhere % bytes.length : bytes.length - 1 - (anywhere % tail);
  const changed = new Uint8Array(bytes);
  if (kind === "flip") changed[at] = changed[at]! ^ (1 << (value & 7));
  else if (kind === "set") changed[at] = value;
  else if (kind === "zero") changed.fill(0, at, at + length);
  else if (kind === "copy")
    changed.copyWithin(at, anywhere % (bytes.length + 1), (anywhere % (bytes.length + 1)) + length);
  else if (kind === "cut") return new Uint8Array([...bytes.subarray(0, at), ...bytes.subarray(at + length)]);
  else
    return new Uint8Array([
      ...bytes.subarray(0, at),
      ...new Uint8Array(length).fill(value),
      ...bytes.subarray(at),
    ]);
  return changed;
}

const unzip = spawnSync("unzip", ["-v"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "gum-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function unzipSays(bytes: Uint8Array): { status: number | null; output: string } {
  const file = path.join(folder, "archive.zip");
  writeFileSync(file, bytes);
  const { status, stdout, stderr } = spawnSync("unzip", ["-tqq", file], { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe("the archive reader, on whatever it is given", { timeout: 120_000 }, () => {
  it("reads what was packed", () => {
    const entries = fc.uniqueArray(entry, {
      minLength: 1,
      maxLength: 6,
      selector: ({ name: path }) => String(path),
    });
    fc.assert(
      fc.property(entries, (built) => {
        const files = read(buildZip(built));
        // Some sets of names cannot stand side by side; those are refused, and nothing else is.
        const conflict = built.some(({ name: a }) =>
          built.some(({ name: b }) =>
            String(b)
              .toLowerCase()
              .startsWith(`${String(a).toLowerCase()}/`),
          ),
        );
        const spellings = new Set(
          built.flatMap(({ name: a }) =>
            String(a)
              .split("/")
              .map((_, i, parts) => parts.slice(0, i + 1).join("/")),
          ),
        );
        const twoSpellings =
          new Set([...spellings].map((spelling) => spelling.toLowerCase())).size < spellings.size;
        if (conflict || twoSpellings) return;
        expect(files).not.toBeNull();
        for (const { name: path, content: bytes } of built) {
          expect(Buffer.compare(files!.get(String(path))!, bytesOf(bytes!))).toBe(0);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  const againstUnzip = notHere("accepts nothing that unzip -t refuses", unzip, "unzip is not installed");
  it.skipIf(!unzip)(againstUnzip, () => {
    const numRuns = runs(1_500);
    let accepted = 0;
    fc.assert(
      fc.property(archive, fc.array(change, { maxLength: 3 }), (bytes, changes) => {
        const changed = changes.reduce(apply, bytes);
        if (!read(changed)) return;
        accepted++;
        const { status, output } = unzipSays(changed);
        expect(output).toBe("");
        expect(status).toBe(0);
      }),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 15);
  });

  it("throws nothing but its own refusal, and never for long", () => {
    fc.assert(
      fc.property(archive, fc.array(change, { minLength: 1, maxLength: 6 }), (bytes, changes) => {
        expect(cpuMilliseconds(() => void read(changes.reduce(apply, bytes)))).toBeLessThan(2_000);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it("opens or refuses whole packages, damaged anywhere", async () => {
    const files = packageFiles({
      "index.html": "<script src=a.js></script><p onclick='x()'>",
      "a.js": "eval(`${1}`)",
    });
    const sound = buildZip(Array.from(files, ([path, bytes]) => ({ name: path, content: bytes, method: 0 })));
    const text = fc.string({ unit: "binary", maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        text,
        text,
        async (changes, manifest, script) => {
          const outcomes = [
            openPackage(changes.reduce(apply, sound)),
            openPackage(changes.reduce(apply, sound), { fileName: "x.xdc" }),
            openPackage(bytesOf(`<html>${script}`)),
            openPackage(buildZip([{ name: "manifest.json", content: manifest }])),
            openPackage(
              buildZip([
                { name: "manifest.json", content: '{"name":"x","entry":{"html":"i.html"}}' },
                { name: "i.html", content: script },
                { name: "a.js", content: script },
                { name: "a.css", content: script },
              ]),
            ),
          ];
          for (const outcome of await Promise.allSettled(outcomes)) {
            if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(PackageError);
          }
        },
      ),
      { numRuns: runs(150) },
    );
  });
});

import { diff3Merge, diffComm } from "node-diff3";
import type { ManifestOrigin } from "@/lib/package/manifest-contract";
import { isSameBytes, isTextFile, textOf, type Project } from "./project";

/** Three-way merge of a remix (mine) with a later version of its original (theirs). The base is the version that it was made from. */

export type Side = "mine" | "theirs" | "both";

/** Lines that both sides agree on, or those of each side. */
export type Region =
  { ok: string[] } | { mine: string[]; theirs: string[]; /** In my file, from 1. */ line: number };

type Contents = Uint8Array | null;

/** A file that the merge changes, or that needs a decision. Null stands for a file that is not there. */
export type MergedFile =
  | { kind: "changed"; path: string; mine: Contents; bytes: Contents }
  | {
      kind: "text";
      path: string;
      regions: Region[];
      lineBreak: string;
      isManifest: boolean;
      /** Something comes in without a question. */
      takes: boolean;
    }
  | { kind: "whole"; path: string; mine: Contents; theirs: Contents };

/** One decision of a person. */
export type Conflict = {
  id: string;
  path: string;
  line: number | null;
  /** The lines of both sides; null for a whole file. */
  mine: string[] | null;
  theirs: string[] | null;
  file: MergedFile;
  sides: readonly Side[];
};

const MANIFEST = "manifest.json";
/** Comparisons of equal lines. Above it a merge by lines would take seconds; the person chooses a whole file instead. */
const LINE_PAIRS_MAX = 2_000_000;

/** @param base null where it is no longer known: then every difference is a conflict */
export function mergeProjects({
  base,
  mine,
  theirs,
}: {
  base: Project | null;
  mine: Project;
  theirs: Project;
}): MergedFile[] {
  const paths = new Set([...mine.keys(), ...theirs.keys()]);
  paths.delete(MANIFEST);
  return [...paths]
    .sort((a, b) => a.localeCompare(b))
    .flatMap((path) =>
      base
        ? mergeFile(path, base.get(path) ?? null, mine.get(path) ?? null, theirs.get(path) ?? null)
        : compareFile(path, mine.get(path) ?? null, theirs.get(path) ?? null),
    );
}

/** Without a base nobody knows which side made a difference: each is a decision. */
function compareFile(path: string, mine: Contents, theirs: Contents): MergedFile[] {
  if (isSameBytes(mine, theirs)) return [];
  const [ours, others] = [readText(path, mine), readText(path, theirs)];
  if (ours == null || others == null) return [{ kind: "whole", path, mine, theirs }];
  const [a, b] = [linesOf(ours), linesOf(others)];
  if (pairs(a, b) > LINE_PAIRS_MAX) return [{ kind: "whole", path, mine, theirs }];
  let line = 1;
  const regions = diffComm(a, b).map((part): Region => {
    const start = line;
    line += (part.common ?? part.buffer1).length;
    if (part.common) return { ok: part.common };
    return { mine: part.buffer1, theirs: part.buffer2, line: start };
  });
  // They differ in their line breaks alone.
  if (regions.every((region) => "ok" in region)) return [];
  return [{ kind: "text", path, regions, lineBreak: lineBreakOf(ours), isManifest: false, takes: false }];
}

function mergeFile(path: string, base: Contents, mine: Contents, theirs: Contents): MergedFile[] {
  if (isSameBytes(mine, theirs) || (base && isSameBytes(base, theirs))) return [];
  if (isSameBytes(base, mine)) return [{ kind: "changed", path, mine, bytes: theirs }];
  if (!theirs && !base) return [];
  const [before, ours, others] = [base, mine, theirs].map((bytes) => readText(path, bytes));
  if (ours == null || others == null || before === undefined) return [{ kind: "whole", path, mine, theirs }];
  const [a, b] = [linesOf(ours), linesOf(others)];
  if (pairs(a, b) > LINE_PAIRS_MAX) return [{ kind: "whole", path, mine, theirs }];
  if (before === null) return compareFile(path, mine, theirs);
  const o = linesOf(before);
  if (pairs(o, a) > LINE_PAIRS_MAX || pairs(o, b) > LINE_PAIRS_MAX)
    return [{ kind: "whole", path, mine, theirs }];
  const regions = diff3Merge(a, o, b, { excludeFalseConflicts: true }).map(({ ok, conflict }): Region =>
    conflict ? { mine: conflict.a, theirs: conflict.b, line: conflict.aIndex + 1 } : { ok: ok ?? [] },
  );
  return [{ kind: "text", path, regions, lineBreak: lineBreakOf(ours), isManifest: false, takes: true }];
}

const lineBreakOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** Undefined where it is no text; null where there is no file. */
function readText(path: string, bytes: Contents): string | null | undefined {
  if (!bytes) return null;
  if (!isTextFile(path)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Line breaks do not count: the editor writes one kind.
const linesOf = (text: string): string[] => text.split(/\r?\n/);

/** How many pairs of equal lines there are: what finding the longest common sequence costs. */
function pairs(one: string[], other: string[]): number {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
}

type Manifest = Record<string, unknown>;

/**
 * Merges the manifests field by field. Name and version stay mine; afterwards it names the version that was merged.
 * @throws SyntaxError if one of them is not JSON
 */
export function mergeManifests({
  base,
  mine,
  theirs,
  origin,
}: {
  base: Project | null;
  mine: Project;
  theirs: Project;
  origin: ManifestOrigin;
}): MergedFile {
  const read = (project: Project) => JSON.parse(textOf(project, MANIFEST)) as Manifest;
  const [ours, others] = [read(mine), read(theirs)];
  const before = base ? read(base) : null;
  const keys = new Set([...Object.keys(ours), ...Object.keys(others)]);
  for (const own of ["name", "version", "remixed_from"]) if (!(own in ours)) keys.delete(own);
  keys.delete("remixed_from");
  const regions: Region[] = [{ ok: ["{"] }];
  let line = 2;
  let takes = false;
  for (const key of keys) {
    const [a, o, b] = [ours, before ?? {}, others].map((manifest) => fieldLines(key, manifest[key]));
    const isMine = key === "name" || key === "version";
    if (isMine || isSameText(a!, b!) || (before && isSameText(o!, b!))) regions.push({ ok: a! });
    else if (before && isSameText(o!, a!)) {
      regions.push({ ok: b! });
      takes = true;
    } else regions.push({ mine: a!, theirs: b!, line });
    line += a!.length;
  }
  regions.push({ ok: [...JSON.stringify({ remixed_from: origin }, null, 2).split("\n").slice(1), ""] });
  return { kind: "text", path: MANIFEST, regions, lineBreak: "\n", isManifest: true, takes };
}

/** A field as it is written in a manifest, with a comma; none for a field that is absent. */
function fieldLines(key: string, value: unknown): string[] {
  if (value === undefined) return [];
  const lines = JSON.stringify({ [key]: value }, null, 2)
    .split("\n")
    .slice(1, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)!},`];
}

const isSameText = (one: string[], other: string[]): boolean => one.join("\n") === other.join("\n");

export function conflictsOf(files: readonly MergedFile[]): Conflict[] {
  return files.flatMap((file): Conflict[] => {
    const { path } = file;
    if (file.kind === "changed") return [];
    if (file.kind === "whole") {
      return [{ id: path, path, line: null, mine: null, theirs: null, file, sides: ["mine", "theirs"] }];
    }
    // A field twice would not be valid.
    const sides = file.isManifest ? (["mine", "theirs"] as const) : (["mine", "theirs", "both"] as const);
    return file.regions.flatMap((region, at) =>
      "ok" in region ? [] : [{ id: `${path} ${at}`, path, file, sides, ...region }],
    );
  });
}

/** @param sides by the ids of all conflicts */
export function applyMerge(
  mine: Project,
  files: readonly MergedFile[],
  sides: ReadonlyMap<string, Side>,
): Project {
  const merged = new Map(mine);
  for (const file of files) {
    const bytes = resultOf(file, sides);
    if (bytes) merged.set(file.path, bytes);
    else merged.delete(file.path);
  }
  return merged;
}

function resultOf(file: MergedFile, sides: ReadonlyMap<string, Side>): Contents {
  if (file.kind === "changed") return file.bytes;
  if (file.kind === "whole") return sides.get(file.path) === "theirs" ? file.theirs : file.mine;
  const lines = file.regions.flatMap((region, at) => {
    if ("ok" in region) return region.ok;
    const side = sides.get(`${file.path} ${at}`) ?? "mine";
    if (side === "both") return [...region.mine, ...region.theirs];
    return region[side];
  });
  return new TextEncoder().encode(lines.join(file.lineBreak));
}

import type { RangedFile } from "./package-ranges";

type Content = Pick<RangedFile, "crc" | "size">;

export type FileChange = {
  path: string;
  kind: "added" | "removed" | "changed";
  /** Inflated; null where it was or is not there. */
  before: number | null;
  after: number | null;
};

export type FileComparison = {
  /** Ordered by path; those that the limit left out are counted only. */
  changes: FileChange[];
  counts: Record<FileChange["kind"] | "unchanged", number>;
};

/**
 * What differs between the files of two packages, by their directories alone. Content is compared by checksum and size: this
 * shows what somebody changed, and does not prove that two files are the same.
 */
export function compareFiles(
  before: ReadonlyMap<string, Content>,
  after: ReadonlyMap<string, Content>,
  limit: number,
): FileComparison {
  const changes: FileChange[] = [];
  const counts = { added: 0, removed: 0, changed: 0, unchanged: 0 };
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(path), after.get(path)];
    const kind = !old ? "added" : !now ? "removed" : isSame(old, now) ? "unchanged" : "changed";
    counts[kind] += 1;
    if (kind !== "unchanged" && changes.length < limit)
      changes.push({ path, kind, before: old?.size ?? null, after: now?.size ?? null });
  }
  return { changes, counts };
}

function isSame(a: Content, b: Content): boolean {
  return a.crc === b.crc && a.size === b.size;
}

/** The size of all files, inflated. */
export function unpackedSize(files: ReadonlyMap<string, Content>): number {
  let size = 0;
  for (const file of files.values()) size += file.size;
  return size;
}

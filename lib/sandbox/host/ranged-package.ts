/**
 * Opens a large package by its ranges: the directory, then what a start needs, which is all code and style sheets, fonts, what markup
 * and style sheets mention, and the smallest of the other files. The rest stays remote until the app asks for it.
 */
import {
  archiveTail,
  directoryStart,
  readDirectory,
  readHere,
  type RangedFile,
} from "@/lib/package/package-ranges";
import type { PackageReader } from "@/lib/package/read-package";
import { MANIFEST_FILE } from "@/lib/package/manifest";
import type { Arrival } from "@/lib/sandbox/host/arrival";
import { isStyle, mentionedFiles } from "@/lib/sandbox/host/mentioned-files";
import { readLast, readRange, type RangedSource } from "@/lib/sandbox/host/package-ranges";
import { RemoteFiles } from "@/lib/sandbox/host/remote-files";
import { holdsCode } from "@/lib/sandbox/host/run-needs";

const KB = 1024;
const MB = 1024 * KB;
/** Holds the directory of a thousand files. */
const TAIL_BYTES = 64 * KB;
/** With more code than this, packed, a package is fetched whole: modules and workers need it at once. */
const CODE_MAX_BYTES = 8 * MB;
/** Of the other files the smallest, as far as they go: asking for each would take longer than fetching all. */
const SMALL_MAX_BYTES = 3 * MB;
/** Of what markup and style sheets mention. */
const MENTIONED_MAX_BYTES = 8 * MB;
/** Files with less than this between them are fetched together. */
const GAP_BYTES = 32 * KB;
/** Beyond so many requests, wider gaps are bridged, as long as no more is fetched in vain than is wanted. */
const REQUESTS_MAX = 12;
/** With more than this, files are too scattered to be fetched by ranges. */
const SCATTERED_FROM = 48;
const REQUESTS_AT_ONCE = 3;

type Bytes = Uint8Array<ArrayBuffer>;

export type OpenedPackage =
  /** What is here; `remote` has the other files. */
  | { reader: PackageReader; remote: RemoteFiles }
  /** The server or cache sent the whole. */
  | { whole: Bytes };

/**
 * @returns null for a package that must be fetched whole
 * @throws LaunchError, PackageError
 */
export async function openRanged(source: RangedSource, arrival: Arrival): Promise<OpenedPackage | null> {
  const last = await readLast(source, TAIL_BYTES);
  if (last.isWhole) return { whole: last.bytes };
  const files = readDirectory(await withDirectory(source, last.bytes));
  const needed = [...files.values()].filter(({ path }) => isNeeded(path));
  if (bytesOf(needed) > CODE_MAX_BYTES) return null;
  const here = new Map<string, Bytes>();
  const fetchAll = (wanted: readonly RangedFile[]): Promise<void> =>
    fetchInto(here, wanted, { source, arrival });
  const withSmall = [...needed, ...smallest(notIn(here, files, needed), SMALL_MAX_BYTES)];
  const first = [withSmall, needed].find(areClose);
  if (!first) return null;
  await fetchAll(first);
  const { manifest, entry } = readHere(files, here);
  // Its engine reads every file synchronously.
  if (manifest.runtime_target === "quickjs") return null;
  if (!here.has(entry)) await fetchAll([files.get(entry)!]);
  const others = notIn(here, files);
  const paths = others.map(({ path }) => path);
  const mentions = await mentionedFiles(readHere(files, here), paths);
  const mentioned = others.filter(({ path }) => mentions.has(path) && !isFont(path));
  const fonts = others.filter(({ path }) => isFont(path));
  const more = [[...fonts, ...smallest(mentioned, MENTIONED_MAX_BYTES)], fonts].find(areClose);
  if (!more) return null;
  await fetchAll(more);
  const reader = readHere(files, here);
  return { reader, remote: new RemoteFiles(source, notIn(here, files)) };
}

async function withDirectory(source: RangedSource, last: Bytes) {
  const tail = archiveTail(last, source.bytes);
  const start = directoryStart(tail);
  if (start >= tail.start) return tail;
  const before = await readRange(source, [start, tail.start]);
  const bytes = new Uint8Array(before.length + last.length);
  bytes.set(before);
  bytes.set(last, before.length);
  return archiveTail(bytes, source.bytes);
}

const isNeeded = (path: string): boolean =>
  path === MANIFEST_FILE || holdsCode(path) || isStyle(path) || /\.jsx$/i.test(path);
/** A FontFace cannot get its file later: without it, the app starts again with the whole package. */
const isFont = (path: string): boolean => /\.(?:woff2?|[ot]tf)$/i.test(path);
type Range = Pick<RangedFile, "start" | "end">;
const rangeSize = ({ start, end }: Range): number => end - start;
const bytesOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, range) => sum + rangeSize(range), 0);

function notIn(
  here: ReadonlyMap<string, Bytes>,
  files: ReadonlyMap<string, RangedFile>,
  others: readonly RangedFile[] = [],
): RangedFile[] {
  const left = new Set(others);
  return [...files.values()].filter((file) => !here.has(file.path) && !left.has(file));
}

/** As many of the smallest as fit into `max` bytes. */
function smallest(files: readonly RangedFile[], max: number): RangedFile[] {
  let sum = 0;
  return [...files]
    .sort((a, b) => rangeSize(a) - rangeSize(b))
    .filter((file) => (sum += rangeSize(file)) <= max);
}

async function fetchInto(
  here: Map<string, Bytes>,
  wanted: readonly RangedFile[],
  { source, arrival }: { source: RangedSource; arrival: Arrival },
): Promise<void> {
  const groups = groupsOf(wanted);
  for (const group of groups) arrival.expect(group.at(-1)!.end - group[0]!.start);
  const fetchNext = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      const start = group[0]!.start;
      const bytes = await readRange(source, [start, group.at(-1)!.end], { onBytes: arrival.add });
      for (const file of group) here.set(file.path, bytes.slice(file.start - start, file.end - start));
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, fetchNext));
}

const areClose = (files: readonly RangedFile[]): boolean => groupsOf(files).length < SCATTERED_FROM;

/** Groups of neighbours, each for one request. */
export function groupsOf<F extends Range>(files: readonly F[]): F[][] {
  const inOrder = [...files].sort((a, b) => a.start - b.start);
  const wanted = bytesOf(inOrder);
  let groups = groupedWithin(GAP_BYTES, inOrder);
  for (let gap = 2 * GAP_BYTES; groups.length > REQUESTS_MAX; gap *= 2) {
    const wider = groupedWithin(gap, inOrder);
    const fetched = bytesOf(wider.map((group) => ({ start: group[0]!.start, end: group.at(-1)!.end })));
    if (fetched > 2 * wanted) break;
    groups = wider;
  }
  return groups;
}

function groupedWithin<F extends Range>(gap: number, inOrder: readonly F[]): F[][] {
  const groups: F[][] = [];
  for (const file of inOrder) {
    const group = groups.at(-1);
    if (group && file.start - group.at(-1)!.end <= gap) group.push(file);
    else groups.push([file]);
  }
  return groups;
}

/**
 * Prepares packages to run: fetches, opens and scans each once and keeps it in an LRU cache. Only the files that a start
 * needs are unpacked before it; the others are checked afterwards, and the frame inflates them on first use.
 *
 * Nothing is imported lazily here: which chunk such an import loads depends on what has loaded this module, on hover or on
 * a press, and a start without a connection would ask for the other one.
 */
import type { FrameAllowance } from "@/lib/package/frame-allowance";
import { allowedHandlerHashes, requiresCapability, type Manifest } from "@/lib/package/manifest-contract";
import { readPackage, type PackageReader } from "@/lib/package/read-package";
import { toHex } from "@/lib/package/sha256";
import type { DownloadProgress, FailureCode } from "@/lib/sandbox/host/runner-events";
import { LaunchError } from "@/lib/sandbox/host/launch-error";
import { Arrival } from "@/lib/sandbox/host/arrival";
import { bodyOf, type RangedSource } from "@/lib/sandbox/host/package-ranges";
import { needsWhole } from "@/lib/sandbox/host/whole-packages";
import { openRanged } from "@/lib/sandbox/host/ranged-package";
import type { RemoteFiles } from "@/lib/sandbox/host/remote-files";
import { findNeeds, holdsCode, type RunNeeds } from "@/lib/sandbox/host/run-needs";
import { isPage } from "@/lib/sandbox/protocol/page-lookup";
import type { PackedEntry, StartMessage } from "@/lib/sandbox/protocol/to-frame";

export interface PreparedPackage {
  manifest: Manifest;
  needs: RunNeeds;
  /** Some code is still packed and was not scanned. */
  hasUnread: boolean;
  has(path: string): boolean;
  /** A copy of the files for one start, to be transferred to the frame. */
  content(): Pick<StartMessage, "files" | "rest" | "remote">;
  /** The files that the app must ask for; null if all are here. */
  remote: RemoteFiles | null;
  /** Checks the files that the start did not need. @throws LaunchError if one is invalid */
  check(): Promise<void>;
}

export type PackageSource =
  | ({ kind: "url"; allowances?: readonly FrameAllowance[] } & PackageAddress)
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "files"; files: RunnableFiles; manifest: Manifest };
/** With its hash and its size in bytes, a large package is not fetched as a whole. */
type PackageAddress = { url: string; sha256?: string | undefined; bytes?: number | undefined };
type RunnableFiles = Pick<ReadonlyMap<string, Uint8Array>, "has" | "get" | "keys">;

const CACHED_MAX = 6;
const cache = new Map<string, { prepared: Promise<PreparedPackage>; arrival: Arrival }>();
/** Smaller packages are fetched whole: that is one request, and a hash verifies it. */
const RANGED_FROM_BYTES = 8 * 1024 * 1024;

/** Why a start has failed. */
export function failureOf(error: unknown): { code: FailureCode; message: string } {
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  const other = name === "ChunkLoadError" ? "fetch_failed" : "frame_failed";
  return { code: error instanceof LaunchError ? error.code : other, message };
}

/**
 * Fetches and opens a package. May be called early to prefetch it.
 * @param onProgress called while it arrives, and with null at the end
 * @throws LaunchError
 */
export function preparePackage(
  source: PackageSource,
  onProgress?: (progress: DownloadProgress) => void,
): Promise<PreparedPackage> {
  if (source.kind === "files") return prepareFiles(source.manifest, source.files);
  if (source.kind === "bytes") return prepareBytes(source.bytes, {});
  const { allowances = [] } = source;
  const ranged = rangedSourceOf(source);
  // What is fetched later comes from this address: that of another app with the same bytes may go away.
  const key = [source.sha256 ?? source.url, ...(ranged ? ["from", ranged.url] : []), ...allowances].join(" ");
  const cached = cache.get(key);
  if (cached) {
    cache.delete(key);
    cache.set(key, cached);
    return cached.arrival.watch(cached.prepared, onProgress);
  }
  const onInvalid = (): void => void cache.delete(key);
  const arrival = new Arrival();
  const prepared = ranged
    ? fetchRanges(ranged, { arrival, allowances, onInvalid })
    : fetchPackage(source, { arrival, allowances, onInvalid });
  // Only content-addressed packages are cached: the content of a plain URL may change.
  if (source.sha256) {
    cache.set(key, { prepared, arrival });
    if (cache.size > CACHED_MAX) cache.delete(cache.keys().next().value!);
    prepared.catch(() => cache.delete(key));
  }
  return arrival.watch(prepared, onProgress);
}

/** Null for a package that is fetched whole. */
function rangedSourceOf({ url, sha256, bytes }: PackageAddress): RangedSource | null {
  if (!sha256 || bytes === undefined || bytes < RANGED_FROM_BYTES || needsWhole(sha256)) return null;
  return { url, sha256, bytes };
}

interface Preparation {
  allowances?: readonly FrameAllowance[];
  onInvalid?: () => void;
}
type Fetching = Preparation & { arrival: Arrival };

async function fetchRanges(
  source: RangedSource,
  { arrival, ...preparation }: Fetching,
): Promise<PreparedPackage> {
  return asLaunchError(async () => {
    const opened = await openRanged(source, arrival);
    if (opened === null) return fetchPackage(source, { arrival, ...preparation });
    if ("whole" in opened) return prepareBytes(opened.whole, { sha256: source.sha256, ...preparation });
    return prepareReader(opened.reader, {
      ...preparation,
      remote: opened.remote,
      verifying: Promise.resolve(false),
    });
  });
}

async function fetchPackage(
  { url, sha256, bytes: size = 0 }: PackageAddress,
  { arrival, ...preparation }: Fetching,
): Promise<PreparedPackage> {
  const refuse = (): never => {
    throw new LaunchError("fetch_failed", "The app could not be loaded. Check the connection.");
  };
  const response = await fetch(url, { credentials: "same-origin" }).catch(refuse);
  if (!response.ok)
    throw new LaunchError("fetch_failed", `The app could not be loaded (${response.status}).`);
  if (size < RANGED_FROM_BYTES)
    return prepareBytes(new Uint8Array(await response.arrayBuffer()), { sha256, ...preparation });
  arrival.expect(size);
  const bytes = await bodyOf(response, size, arrival.add).catch((error: unknown) => {
    if (error instanceof LaunchError) throw error;
    return refuse();
  });
  return prepareBytes(bytes, { sha256, ...preparation });
}

async function prepareBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { sha256, ...preparation }: Preparation & { sha256?: string | undefined },
): Promise<PreparedPackage> {
  return asLaunchError(async () => {
    // The server has checked every file of the package with this hash; matching bytes need no second check.
    const verifying = verifyHash(bytes, sha256);
    return prepareReader(readPackage(bytes), { ...preparation, verifying, remote: null });
  });
}

async function prepareReader(
  reader: PackageReader,
  {
    allowances = [],
    onInvalid,
    verifying,
    remote,
  }: Preparation & { verifying: Promise<boolean>; remote: RemoteFiles | null },
): Promise<PreparedPackage> {
  const { unpacked, needs } = await unpackForStart(reader, allowances);
  const verified = await verifying;
  const unread = reader.paths.filter((path) => !unpacked.has(path));
  return {
    manifest: reader.manifest,
    needs,
    hasUnread: !needs.quickjs && unread.some(holdsCode),
    has: (path) => reader.paths.includes(path) || remote?.has(path) === true,
    content: () => ({
      files: copies(unpacked),
      rest: packedRest(reader, unread),
      remote: remote?.entries() ?? [],
    }),
    remote,
    check: once(async () => {
      if (verified) return;
      await asLaunchError(async () => {
        for (const path of unread) await reader.readWithPauses(path);
      }).catch((error: unknown) => {
        onInvalid?.();
        throw error;
      });
    }),
  };
}

/** Below this, all code is unpacked: cheaper than finding out what the entry uses. */
const UNPACK_ALL_BYTES = 512 * 1024;

/**
 * Unpacks what a start needs: the entry file and the code that it mentions. Everything else is sent compressed, unless it must
 * be scanned: modules are linked before the first one runs, and hashes of inline handlers go into the frame's headers.
 */
async function unpackForStart(
  reader: PackageReader,
  allowances: readonly FrameAllowance[],
): Promise<{ unpacked: Map<string, Uint8Array>; needs: RunNeeds }> {
  const { manifest, paths, entry } = reader;
  requireEntry(manifest, (path) => paths.includes(path));
  const unpacked = new Map<string, Uint8Array>();
  const unpack = async (wanted: readonly string[]): Promise<void> => {
    for (const path of wanted) if (!unpacked.has(path)) unpacked.set(path, await reader.readWithPauses(path));
  };
  await unpack([entry]);
  const code = manifest.runtime_target === "quickjs" ? [] : paths.filter(holdsCode);
  const page = new TextDecoder().decode(unpacked.get(entry));
  const isMentioned = (path: string): boolean => isPage(path) || page.includes(path.split("/").pop()!);
  const size = code.reduce((sum, path) => sum + reader.packed(path).size, 0);
  const unpacksAll = size <= UNPACK_ALL_BYTES || listsHandlers(manifest);
  await unpack(unpacksAll ? code : code.filter(isMentioned));
  const needs = await findNeeds(manifest, unpacked, allowances);
  if (!needs.modules || unpacked.size >= code.length) return { unpacked, needs };
  await unpack(code);
  return { unpacked, needs: await findNeeds(manifest, unpacked, allowances) };
}

/** The hashes of handlers that set the location are looked for in all code. */
function listsHandlers(manifest: Manifest): boolean {
  return (
    requiresCapability(manifest, "inline-events") &&
    manifest.metadata.inline_events?.at_run_time !== true &&
    allowedHandlerHashes(manifest).length > 0
  );
}

/**
 * @returns false if there is nothing to verify or no crypto.subtle (plain http from another machine)
 * @throws LaunchError if the bytes do not match the hash
 */
async function verifyHash(bytes: Uint8Array<ArrayBuffer>, sha256: string | undefined): Promise<boolean> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!sha256 || !subtle) return false;
  if (toHex(new Uint8Array(await subtle.digest("SHA-256", bytes))) === sha256) return true;
  throw new LaunchError("package_invalid", "The package was damaged on its way. Try again.");
}

function packedRest(reader: PackageReader, paths: readonly string[]): StartMessage["rest"] {
  const files = paths.map((path) => ({ path, ...reader.packed(path) }));
  const bytes = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0));
  const entries: PackedEntry[] = [];
  let at = 0;
  for (const file of files) {
    bytes.set(file.bytes, at);
    entries.push([file.path, at, file.bytes.length, file.size, file.deflated]);
    at += file.bytes.length;
  }
  return files.length ? { bytes: bytes.buffer, entries } : null;
}

/** Copies the files: buffers are transferred to the frame, and the next start needs them again. */
function copies(files: RunnableFiles): StartMessage["files"] {
  return Array.from(files.keys(), (name) => [name, new Uint8Array(files.get(name)!).buffer]);
}

async function asLaunchError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(
      "package_invalid",
      error instanceof Error ? error.message : "The package is not valid.",
    );
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | null = null;
  return () => (started ??= work());
}

async function prepareFiles(manifest: Manifest, files: RunnableFiles): Promise<PreparedPackage> {
  requireEntry(manifest, (path) => files.has(path));
  return {
    manifest,
    needs: await findNeeds(
      manifest,
      [...files.keys()].filter(holdsCode).map((name) => [name, files.get(name)!]),
    ),
    hasUnread: false,
    has: (path) => files.has(path),
    content: () => ({ files: copies(files), rest: null, remote: [] }),
    remote: null,
    check: async () => {},
  };
}

function requireEntry(manifest: Manifest, has: (path: string) => boolean): void {
  const entry = manifest.entry?.html ?? manifest.entry?.module;
  if (!entry) throw new LaunchError("no_entry_point", "No entry point specified in manifest");
  if (!has(entry)) throw new LaunchError("entry_not_found", `Entry file not found: ${entry}`);
}

/**
 * Packages ready to run: fetched, opened and looked through once, then kept for the next start. Only what a start needs is
 * unpacked for it; the other files are checked afterwards, and inflated by the frame when the app asks for them.
 */
import { requiresCapability, type Manifest } from "@/lib/package/manifest-contract";
import type { PackageReader } from "@/lib/package/read-package";
import { toHex } from "@/lib/package/sha256";
import { findNeeds, holdsCode, isPage, type RunNeeds } from "@/lib/sandbox/host/run-needs";
import type { PackedEntry, PackedRest, UnpackedFile } from "@/lib/sandbox/protocol/to-frame";

export interface PreparedPackage {
  manifest: Manifest;
  needs: RunNeeds;
  /** Some of its code is still packed, so that nobody knows what that needs. */
  hasUnread: boolean;
  has(path: string): boolean;
  /** The files for one start, for the frame to keep. */
  content(): { files: UnpackedFile[]; rest: PackedRest | null };
  /** Looks at what was not looked at for the start. @throws LaunchError where something in it is wrong */
  check(): Promise<void>;
}

export type PackageSource =
  | { kind: "url"; url: string; sha256?: string | undefined }
  | { kind: "files"; files: ReadonlyMap<string, Uint8Array>; manifest: Manifest };

/** Why a package cannot be run. `code` is stable; the message is the specification's where it has one. */
export class LaunchError extends Error {
  override name = "LaunchError";
  constructor(
    readonly code:
      | "no_entry_point"
      | "entry_not_found"
      | "fetch_failed"
      | "package_invalid"
      | "frame_failed"
      | "declined"
      | "storage_failed",
    message: string,
  ) {
    super(message);
  }
}

const KEPT = 6;
const kept = new Map<string, Promise<PreparedPackage>>();

/**
 * Fetches and opens a package; called early (the pointer rests on an app's card) it makes the start faster.
 * @throws LaunchError
 */
export function preparePackage(source: PackageSource): Promise<PreparedPackage> {
  if (source.kind === "files") return prepareFiles(source.manifest, source.files);
  const key = source.sha256 ?? source.url;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const made = fetchPackage(source.url, source.sha256, () => kept.delete(key));
  // Only what is named by its content may be kept: behind an address alone something else may stand tomorrow.
  if (source.sha256) {
    kept.set(key, made);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT))) kept.delete(oldest);
    made.catch(() => kept.delete(key));
  }
  return made;
}

async function fetchPackage(
  url: string,
  sha256: string | undefined,
  onInvalid: () => void,
): Promise<PreparedPackage> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin" });
  } catch {
    throw new LaunchError("fetch_failed", "The app could not be loaded. Check the connection.");
  }
  if (!response.ok)
    throw new LaunchError("fetch_failed", `The app could not be loaded (${response.status}).`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { readPackage } = await import("@/lib/package/read-package");
  return refusingInvalid(async () => {
    // The server has checked, file by file, what it keeps under this name: the same bytes need no second look.
    const proving = provesContent(bytes, sha256);
    const reader = readPackage(bytes);
    const { unpacked, needs } = await unpackFirst(reader);
    const proved = await proving;
    const later = reader.paths.filter((path) => !unpacked.has(path));
    return {
      manifest: reader.manifest,
      needs,
      hasUnread: !needs.quickjs && later.some(holdsCode),
      has: (path) => reader.paths.includes(path),
      content: () => ({ files: copies(unpacked), rest: restOf(reader, later) }),
      check: once(async () => {
        if (proved) return;
        await refusingInvalid(() => checkAll(reader, later)).catch((error: unknown) => {
          onInvalid();
          throw error;
        });
      }),
    };
  });
}

/** Less code than this is unpacked sooner than thought about. */
const LITTLE_CODE_BYTES = 512 * 1024;

/**
 * What a start cannot do without: the entry file, and the code that it names. All else is handed to the frame as it lies in the
 * package, unless it must be looked through: modules are linked before the first of them runs, and handlers are named in the
 * frame's headers.
 */
async function unpackFirst(
  reader: PackageReader,
): Promise<{ unpacked: Map<string, Uint8Array>; needs: RunNeeds }> {
  const { manifest, paths, entry } = reader;
  requireEntry(manifest, (path) => paths.includes(path));
  const unpacked = new Map<string, Uint8Array>();
  const unpack = async (some: readonly string[]): Promise<void> => {
    for (const path of some) if (!unpacked.has(path)) unpacked.set(path, await reader.readWithPauses(path));
  };
  await unpack([entry]);
  const code = manifest.runtime_target === "quickjs" ? [] : paths.filter(holdsCode);
  const page = new TextDecoder().decode(unpacked.get(entry));
  const isNamed = (path: string): boolean => isPage(path) || page.includes(path.split("/").pop()!);
  const size = code.reduce((sum, path) => sum + reader.packed(path).size, 0);
  const isLooked = size <= LITTLE_CODE_BYTES || requiresCapability(manifest, "inline-events");
  await unpack(isLooked ? code : code.filter(isNamed));
  const needs = await findNeeds(manifest, unpacked);
  if (!needs.modules || unpacked.size >= code.length) return { unpacked, needs };
  await unpack(code);
  return { unpacked, needs: await findNeeds(manifest, unpacked) };
}

/**
 * @returns whether the bytes are those of the name; false too where there is no name or nothing to tell by (a page over plain
 * http from another machine has no crypto.subtle)
 * @throws LaunchError where they are others
 */
async function provesContent(bytes: Uint8Array<ArrayBuffer>, sha256: string | undefined): Promise<boolean> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!sha256 || !subtle) return false;
  if (toHex(new Uint8Array(await subtle.digest("SHA-256", bytes))) === sha256) return true;
  throw new LaunchError("package_invalid", "The package was damaged on its way. Try again.");
}

/** Inflates and compares the rest, while the app runs. */
async function checkAll(reader: PackageReader, paths: readonly string[]): Promise<void> {
  for (const path of paths) await reader.readWithPauses(path);
}

function restOf(reader: PackageReader, paths: readonly string[]): PackedRest | null {
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

/** Copies, because the frame takes what it gets and the next start needs the files again. */
function copies(files: ReadonlyMap<string, Uint8Array>): UnpackedFile[] {
  return [...files].map(([name, bytes]) => [name, new Uint8Array(bytes).buffer]);
}

async function refusingInvalid<T>(work: () => Promise<T>): Promise<T> {
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
  let begun: Promise<T> | null = null;
  return () => (begun ??= work());
}

async function prepareFiles(
  manifest: Manifest,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<PreparedPackage> {
  requireEntry(manifest, (path) => files.has(path));
  return {
    manifest,
    needs: await findNeeds(
      manifest,
      [...files].filter(([name]) => holdsCode(name)),
    ),
    hasUnread: false,
    has: (path) => files.has(path),
    content: () => ({ files: copies(files), rest: null }),
    check: async () => {},
  };
}

function requireEntry(manifest: Manifest, has: (path: string) => boolean): void {
  const entry = manifest.entry?.html ?? manifest.entry?.module;
  if (!entry) throw new LaunchError("no_entry_point", "No entry point specified in manifest");
  if (!has(entry)) throw new LaunchError("entry_not_found", `Entry file not found: ${entry}`);
}

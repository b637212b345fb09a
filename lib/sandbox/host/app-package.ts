/** Packages ready to run: fetched, opened and looked through once, then kept for the next start. */
import type { Manifest } from "@/lib/contracts/manifest";
import { breathe } from "@/lib/package/breathe";
import { findNeeds, type RunNeeds } from "@/lib/sandbox/host/run-needs";

export interface PreparedPackage {
  manifest: Manifest;
  files: ReadonlyMap<string, Uint8Array>;
  needs: RunNeeds;
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
  if (source.kind === "files") return prepare(source.manifest, source.files);
  const key = source.sha256 ?? source.url;
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const made = fetchPackage(source.url);
  // Only what is named by its content may be kept: behind an address alone something else may stand tomorrow.
  if (source.sha256) {
    kept.set(key, made);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT))) kept.delete(oldest);
    made.catch(() => kept.delete(key));
  }
  return made;
}

async function fetchPackage(url: string): Promise<PreparedPackage> {
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
  try {
    const reader = readPackage(bytes);
    const files = new Map<string, Uint8Array>();
    for (const [path, content] of reader.files()) {
      files.set(path, content);
      await breathe();
    }
    return await prepare(reader.manifest, files);
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    throw new LaunchError(
      "package_invalid",
      error instanceof Error ? error.message : "The package is not valid.",
    );
  }
}

async function prepare(manifest: Manifest, files: ReadonlyMap<string, Uint8Array>): Promise<PreparedPackage> {
  const entry = manifest.entry?.html ?? manifest.entry?.module;
  if (!entry) throw new LaunchError("no_entry_point", "No entry point specified in manifest");
  if (!files.has(entry)) throw new LaunchError("entry_not_found", `Entry file not found: ${entry}`);
  return { manifest, files, needs: await findNeeds(manifest, files) };
}

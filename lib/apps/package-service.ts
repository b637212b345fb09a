import "server-only";
import type { Manifest } from "@/lib/package/manifest-contract";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { MANIFEST_FILE } from "@/lib/package/manifest";
import type { PackageFiles } from "@/lib/package/package-files";
import { openPackage, packFiles, type Package } from "@/lib/package/open-package";
import { exceedsLimit, PackageError } from "@/lib/package/package-error";

/**
 * Opens uploaded packages. The reader checks sizes before it inflates anything; this module limits how many packages are
 * open at once, so that concurrent uploads wait instead of filling the memory. Of one person, one is open and few wait, so
 * that nobody can take all places.
 */
const OPEN_AT_ONCE = 2;
const WAITING_MAX = 16;
const WAITING_OF_ONE_MAX = 2;
const RETRY_SECONDS = 5;

type Waiting = { personId: string; start: () => void };
const open = new Set<string>();
let waiting: Waiting[] = [];

function startNext(): void {
  while (open.size < OPEN_AT_ONCE) {
    const next = waiting.find(({ personId }) => !open.has(personId));
    if (!next) return;
    waiting = waiting.filter((each) => each !== next);
    open.add(next.personId);
    next.start();
  }
}

async function withSlot<T>(personId: string, work: () => Promise<T>): Promise<T> {
  if (waiting.filter((each) => each.personId === personId).length >= WAITING_OF_ONE_MAX)
    throw new AppError("too_many_uploads", { retryAfter: RETRY_SECONDS });
  if (waiting.length >= WAITING_MAX) throw new AppError("unavailable", { retryAfter: RETRY_SECONDS });
  await new Promise<void>((start) => {
    waiting.push({ personId, start });
    startNext();
  });
  try {
    return await work();
  } finally {
    open.delete(personId);
    startNext();
  }
}

export type UploadedPackage = {
  name: string;
  version: string;
  manifest: Manifest;
  files: PackageFiles;
  /** The canonical package. */
  bytes: Uint8Array;
  sha256: string;
  madeWith: string[];
};

export type PackageUpload = {
  /** Who sends it. */
  viewer: Actor;
  bytes: Uint8Array;
  fileName?: string;
  name?: string;
  version?: string;
};

/**
 * Reads an upload into its canonical form. A `name` or `version` is written into its manifest.
 * @throws AppError invalid_package, payload_too_large, with details: code, entry, line and all findings;
 *   too_many_uploads, unavailable while too many packages wait
 */
export async function readUploadedPackage(upload: PackageUpload): Promise<UploadedPackage> {
  return withSlot(upload.viewer.id, async () => {
    try {
      const opened = await openPackage(upload.bytes, { fileName: upload.fileName });
      const { manifest, files, bytes, sha256, madeWith } = await renamed(opened, upload);
      return { name: manifest.name, version: manifest.version, manifest, files, bytes, sha256, madeWith };
    } catch (error) {
      throw error instanceof PackageError ? refusedPackage(error) : error;
    }
  });
}

export function refusedPackage(error: PackageError): AppError {
  const { code, message, entry, line, column, findings } = error;
  return new AppError(exceedsLimit(error) ? "payload_too_large" : "invalid_package", {
    message,
    details: { code, message, entry, line, column, findings },
    cause: error,
  });
}

/** The package with another name or version in its manifest, otherwise unchanged. */
async function renamed(opened: Package, { name, version }: PackageUpload): Promise<Package> {
  const { manifest } = opened;
  if ((name ?? manifest.name) === manifest.name && (version ?? manifest.version) === manifest.version)
    return opened;
  const written = JSON.parse(new TextDecoder().decode(opened.files.get(MANIFEST_FILE))) as object;
  const changed = { ...written, name: name ?? manifest.name, version: version ?? manifest.version };
  const bytes = new TextEncoder().encode(`${JSON.stringify(changed, null, 2)}\n`);
  opened.files.set(MANIFEST_FILE, bytes);
  return packFiles(opened.files);
}

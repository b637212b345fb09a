import "server-only";
import type { Manifest } from "@/lib/package/manifest-contract";
import { AppError } from "@/lib/shared/errors";
import { MANIFEST_FILE } from "@/lib/package/manifest";
import { openPackage, packFiles, type Package } from "@/lib/package/open-package";
import { PackageError } from "@/lib/package/package-error";

/**
 * Opens uploaded packages. The reader checks sizes before it inflates anything; this module limits how many packages are
 * open at once, so that concurrent uploads wait instead of filling the memory.
 */
const OPEN_AT_ONCE = 2;
const WAITING_MAX = 16;

let open = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (open >= OPEN_AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new AppError("unavailable", { retryAfter: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  open++;
  try {
    return await work();
  } finally {
    open--;
    waiting.shift()?.();
  }
}

export type UploadedPackage = {
  name: string;
  version: string;
  manifest: Manifest;
  files: ReadonlyMap<string, Uint8Array>;
  /** The canonical package. */
  bytes: Uint8Array;
  sha256: string;
};

export type PackageUpload = { bytes: Uint8Array; fileName?: string; name?: string; version?: string };

/**
 * Reads an upload into its canonical form. A `name` or `version` is written into its manifest.
 * @throws AppError invalid_package with details: code, entry, line and all findings
 */
export async function readUploadedPackage(upload: PackageUpload): Promise<UploadedPackage> {
  return withSlot(async () => {
    try {
      const opened = await openPackage(upload.bytes, { fileName: upload.fileName });
      const { manifest, files, bytes, sha256 } = await renamed(opened, upload);
      return { name: manifest.name, version: manifest.version, manifest, files, bytes, sha256 };
    } catch (error) {
      throw error instanceof PackageError ? refusedPackage(error) : error;
    }
  });
}

export function refusedPackage(error: PackageError): AppError {
  const { code, message, entry, line, column, findings } = error;
  return new AppError("invalid_package", {
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
  return packFiles(new Map(opened.files).set(MANIFEST_FILE, bytes));
}

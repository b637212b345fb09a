import "server-only";
import { fileStore } from "@/lib/files/file-store";
import { unpackWithPauses } from "@/lib/package/archive";
import { PACKAGE_LIMITS } from "@/lib/package/limits";
import { PackageError } from "@/lib/package/package-error";
import {
  archiveTail,
  directoryStart,
  packedIn,
  readDirectory,
  type RangedFile,
} from "@/lib/package/package-ranges";
import { AppError } from "@/lib/shared/errors";
import { packageKeyOf } from "./package-file-service";
import { refusedPackage } from "./package-service";

/**
 * Reads parts of stored packages.
 *
 * Trust model. Untrusted: makers, who wrote the packages. The size of a directory is bounded by the limits; the caller bounds
 * that of a file.
 */
export type StoredPackage = { packageSha256: string; packageBytes: number };

/** What most directories fit into. */
const TAIL_BYTES = 64 * 1024;
/** More than an entry with the longest name has; a broken end record may claim any size of the directory. */
const DIRECTORY_ENTRY_BYTES = 1_024;

/** The files of a package by path, without their contents. @throws AppError not_found, invalid_package, unavailable */
export async function readPackageDirectory({
  packageSha256,
  packageBytes,
}: StoredPackage): Promise<Map<string, RangedFile>> {
  const readFrom = async (start: number) => {
    const range = { start, end: packageBytes };
    return archiveTail(await readRange(packageSha256, range), packageBytes);
  };
  return refusing(async () => {
    const last = await readFrom(Math.max(0, packageBytes - TAIL_BYTES));
    const start = directoryStart(last);
    if (start >= last.start) return readDirectory(last);
    const most = TAIL_BYTES + PACKAGE_LIMITS.entries * DIRECTORY_ENTRY_BYTES;
    if (packageBytes - start > most) throw new AppError("invalid_package");
    return readDirectory(await readFrom(start));
  });
}

/** The content of one of its files. @throws AppError not_found, invalid_package, unavailable */
export function readPackageFile({ packageSha256 }: StoredPackage, file: RangedFile): Promise<Uint8Array> {
  return refusing(async () => unpackWithPauses(packedIn(await readRange(packageSha256, file), file), file));
}

async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PackageError) throw refusedPackage(error);
    if (error instanceof RangeError) throw new AppError("invalid_package");
    throw error;
  }
}

async function readRange(sha256: string, { start, end }: { start: number; end: number }) {
  const stream = await fileStore().stream(packageKeyOf(sha256), { start, end: end - 1 });
  if (!stream) throw new AppError("not_found");
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  // The stored file is shorter than the package that was uploaded.
  if (bytes.length !== end - start) throw new AppError("invalid_package");
  return bytes;
}

import "server-only";
import { fileStore } from "@/lib/files/file-store";
import { inTransaction, type Db } from "@/lib/db/client";
import { isPackageUsed, lockPackage } from "./version-repository";
import { logger } from "@/lib/infra/logger";

/**
 * Packages are stored once, under their SHA-256. A lock on the hash keeps the removal of an unused package from racing
 * with an upload of the same package.
 */
export function packageKeyOf(sha256: string): string {
  return `packages/${sha256}.gum`;
}

/** Stores a package within the transaction of its version. A rollback leaves the file; see `dropUnusedPackages`. */
export async function storePackage(sha256: string, bytes: Uint8Array, tx: Db): Promise<void> {
  await lockPackage(sha256, tx);
  await fileStore().put(packageKeyOf(sha256), bytes);
}

/** Removes those of the packages that no version uses. A failure leaves a file behind. */
export async function dropUnusedPackages(hashes: string[]): Promise<void> {
  for (const sha256 of hashes) {
    await inTransaction(async (tx) => {
      await lockPackage(sha256, tx);
      if (!(await isPackageUsed(sha256, tx))) await fileStore().delete(packageKeyOf(sha256));
    }).catch((err: unknown) => logger().warn({ err, sha256 }, "an unused package could not be removed"));
  }
}

/** Removes files that no row references any more. */
export async function dropFiles(keys: (string | null)[]): Promise<void> {
  for (const key of keys) {
    if (key)
      await fileStore()
        .delete(key)
        .catch((err: unknown) => logger().warn({ err }, "a file could not be removed"));
  }
}

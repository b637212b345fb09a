import "server-only";
import { fileStore } from "@/lib/files/file-store";
import { inTransaction } from "@/lib/db/client";
import { JOB_BATCH, NEWEST_VERSIONS_KEPT, OLD_VERSION_KEPT_MS } from "@/lib/config/limits";
import { deleteTrials } from "./trial-repository";
import { deleteOldVersions, isPackageUsed, lockPackage } from "./version-repository";
import { logger } from "@/lib/infra/logger";

/**
 * Packages are stored once, under their SHA-256. A lock on the hash keeps the removal of an unused package from racing
 * with an upload of the same package.
 */
export function packageKeyOf(sha256: string): string {
  return `packages/${sha256}.gum`;
}

/**
 * Stores a package, before the transaction that references it. A rollback leaves the file; see `dropUnusedPackages`.
 * @returns a function to call after the commit: stores the package again if another version's removal deleted it in
 * between
 */
export async function storePackage(sha256: string, bytes: Uint8Array): Promise<() => Promise<void>> {
  const key = packageKeyOf(sha256);
  await fileStore().put(key, bytes);
  return async () => {
    try {
      if (!(await fileStore().has(key))) await fileStore().put(key, bytes);
    } catch (err) {
      logger().warn({ err, sha256 }, "could not check whether a package is stored");
    }
  };
}

let removal: Promise<unknown> = Promise.resolve();

/**
 * Deletes those of the packages that no version references. A failure leaves a file behind. One at a time in this
 * process, because each holds a database connection until the store responds.
 */
export function dropUnusedPackages(hashes: string[]): Promise<void> {
  const dropped = removal.then(() => dropOneByOne(hashes));
  removal = dropped;
  return dropped;
}

async function dropOneByOne(hashes: string[]): Promise<void> {
  for (const sha256 of hashes) {
    await inTransaction(async (tx) => {
      await lockPackage(sha256, tx);
      if (await isPackageUsed(sha256, tx)) return [];
      await fileStore().delete(packageKeyOf(sha256));
      return deleteTrials(sha256, tx);
    })
      .then(dropFiles)
      .catch((err: unknown) => logger().warn({ err, sha256 }, "could not delete an unused package"));
  }
}

/** Cron job: deletes old unused versions. @returns how many */
export async function dropOldVersions(now: Date): Promise<number> {
  const before = new Date(now.getTime() - OLD_VERSION_KEPT_MS);
  const hashes = await deleteOldVersions({ before, newest: NEWEST_VERSIONS_KEPT, limit: JOB_BATCH });
  await dropUnusedPackages(hashes);
  return hashes.length;
}

const DELETES_AT_ONCE = 16;

/** Removes files that no row references any more. */
export async function dropFiles(keys: (string | null)[]): Promise<void> {
  const rest = keys.filter((key) => key !== null);
  while (rest.length > 0) await Promise.all(rest.splice(0, DELETES_AT_ONCE).map(dropFile));
}

async function dropFile(key: string): Promise<void> {
  try {
    await fileStore().delete(key);
  } catch (err) {
    logger().warn({ err }, "could not delete a file");
  }
}

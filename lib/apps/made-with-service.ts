import "server-only";
import { inTransaction } from "@/lib/db/client";
import { logger } from "@/lib/infra/logger";
import { detectMadeWith } from "@/lib/package/inspect-files";
import { madeWithOf } from "@/lib/package/made-with";
import type { PackableFiles } from "@/lib/package/package-files";
import { AppError } from "@/lib/shared/errors";
import { madeWithKey } from "./made-with";
import { takeUnknownVersion, writeMadeWith, type UnknownVersion } from "./made-with-repository";
import { readPackageDirectory, readPackageFile } from "./package-range-service";
import { lockApp } from "./repository";

const BATCH = 20;
/** Less than a day, so that a daily scheduler does not miss its turn. */
const AGAIN_AFTER_MS = 20 * 60 * 60_000;
/** So many failures in a row are the store's. */
const FAILURES_MAX = 3;

/**
 * Cron job: finds what versions were made with that were uploaded before uploads found it, the newest first. Of a package its
 * directory and the files that are searched are read, one at a time.
 * @returns how many versions it looked at
 */
export async function findMadeWith(now: Date): Promise<number> {
  const before = new Date(now.getTime() - AGAIN_AFTER_MS);
  let failures = 0;
  for (let done = 0; done < BATCH; done++) {
    const version = await takeUnknownVersion(now, before);
    if (!version) return done;
    try {
      await store(version, await detect(version));
      failures = 0;
    } catch (err) {
      logger().warn({ err, versionId: version.id }, "could not find what a version was made with");
      if (++failures === FAILURES_MAX) throw err;
    }
  }
  return BATCH;
}

/** Nothing for a package that is gone or broken: looking again would find no more. */
async function detect(version: UnknownVersion): Promise<string[]> {
  const { manifest } = version;
  if (manifest.made_with) return manifest.made_with;
  try {
    return madeWithOf(manifest, await detectMadeWith(await openFiles(version)));
  } catch (error) {
    if (
      error instanceof AppError &&
      ["not_found", "invalid_package", "payload_too_large"].includes(error.code)
    )
      return [];
    throw error;
  }
}

async function openFiles(version: UnknownVersion): Promise<PackableFiles> {
  const files = await readPackageDirectory(version);
  return {
    size: files.size,
    keys: () => files.keys(),
    sizeOf: (path) => files.get(path)!.size,
    read: (path) => readPackageFile(version, files.get(path)!),
  };
}

/** With the app locked: whoever makes a version the current one copies what it was made with. */
async function store(version: UnknownVersion, names: string[]): Promise<void> {
  const keys = [...new Set(names.map(madeWithKey))];
  await inTransaction(async (tx) => {
    await lockApp(version.appId, tx);
    await writeMadeWith(version, { names, keys }, tx);
  });
}

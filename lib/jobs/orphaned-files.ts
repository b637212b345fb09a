import "server-only";
import {
  ORPHAN_AGE_MS,
  ORPHAN_PAGE,
  ORPHAN_PASS_MS,
  ORPHANS_LOOKED_AT_MAX,
  ORPHANS_REMOVED_MAX,
  ORPHANS_SUSPICIOUS,
} from "@/lib/config/orphan-limits";
import { dropFiles, dropUnusedPackages } from "@/lib/apps/package-file-service";
import { FILE_AREAS, type FileArea } from "@/lib/files/file-key";
import { serverEnv } from "@/lib/config/env.server";
import { fileStore } from "@/lib/files/file-store";
import { metrics } from "@/lib/infra/metrics";
import { readSchema } from "@/lib/infra/readiness";
import { listUnnamed, type Progress, readProgress, saveProgress } from "./orphan-repository";

/**
 * Deletes files that no row names: what a process left that ended between the write of a file and the commit of its row, or
 * between the commit of a deletion and the removal of the file.
 *
 * What is trusted. A file counts as orphaned if the store says that it was written more than ORPHAN_AGE_MS ago, and a query that
 * began after that was read finds no row that names it. Keys are random and never written for another row, and no request
 * or job takes a day between the write of a file and the commit of its row, so a row that is about to name a file has a young one.
 * The day is also far more than the clocks of the store and of this process differ. Packages alone are written again under
 * the same key: the removal of an unused one takes the lock on its hash, and whoever stores one looks again after the commit.
 *
 * Names of the store that are no keys belong to somebody else and stay. Where most of what is kept has no row, the database
 * is not that of these files, as after a restore or with the bucket of another instance: nothing is deleted then.
 *
 * That does not notice a copy of the database beside the files in use, so ORPHANED_FILES must say that the storage is this instance's
 * alone; else files are counted only. After a step back to an older version, the database may name files in columns that this
 * one does not know: nothing happens until the schema is its own again.
 *
 * A run looks at ORPHANS_LOOKED_AT_MAX files and deletes ORPHANS_REMOVED_MAX. The next one goes on where it stopped.
 */

/** What is only there for a while says nothing about the database. */
const PASSING: readonly FileArea[] = ["uploads", "exports", "held"];

const areaOf = (key: string) => key.split("/")[0] as FileArea;

/** Cron job. @returns how many files were deleted */
export async function dropOrphanedFiles(now: Date): Promise<number> {
  const { at, passedAt } = await readProgress();
  if (!at && passedAt && now.getTime() - passedAt.getTime() < ORPHAN_PASS_MS) return 0;
  if ((await readSchema()) !== "ok") return 0;
  const { keys, next } = await listOld(at ?? { area: FILE_AREAS[0]!, after: null }, now);
  const orphans = await listUnnamed(keys);
  // A listing takes minutes: a migration may have come meanwhile, and a newer version that names files elsewhere.
  if ((await readSchema()) !== "ok") return 0;
  assertPlausible(keys, orphans);
  count(orphans, "found");
  if (serverEnv().ORPHANED_FILES === "report") {
    await saveProgress(next, next ? null : now);
    return 0;
  }
  const removed = orphans.slice(0, ORPHANS_REMOVED_MAX);
  await remove(removed);
  const last = removed.at(-1);
  const goOn = last && removed.length < orphans.length ? { area: areaOf(last), after: last } : next;
  await saveProgress(goOn, goOn ? null : now);
  return removed.length;
}

/** The keys of files from there on that are old enough, and where to go on; null after the last area. */
async function listOld(from: Progress, now: Date): Promise<{ keys: string[]; next: Progress | null }> {
  const before = now.getTime() - ORPHAN_AGE_MS;
  const keys: string[] = [];
  let after = from.after;
  let seen = 0;
  for (const area of FILE_AREAS.slice(Math.max(0, FILE_AREAS.indexOf(from.area as FileArea)))) {
    do {
      if (seen >= ORPHANS_LOOKED_AT_MAX) return { keys, next: { area, after } };
      const page = await fileStore().list(area, after, ORPHAN_PAGE);
      for (const { key, writtenAt } of page.files) if (writtenAt.getTime() < before) keys.push(key);
      // A page of other people's names counts, too.
      seen += ORPHAN_PAGE;
      after = page.next;
    } while (after !== null);
  }
  return { keys, next: null };
}

/** @throws Error where the database seems to be another one than that of the files */
function assertPlausible(keys: string[], orphans: string[]): void {
  const lasting = (all: string[]) => all.filter((key) => !PASSING.includes(areaOf(key))).length;
  const count = lasting(orphans);
  if (count > ORPHANS_SUSPICIOUS && count > lasting(keys) / 2)
    throw new Error(
      `No row names ${count} of ${lasting(keys)} files. Nothing was deleted: is this the database of these files?`,
    );
}

async function remove(keys: string[]): Promise<void> {
  const isPackage = (key: string) => areaOf(key) === "packages";
  await dropUnusedPackages(keys.filter(isPackage).map((key) => /\/(.*)\.gum$/.exec(key)?.[1] ?? ""));
  await dropFiles(keys.filter((key) => !isPackage(key)));
  count(keys, "deleted");
}

function count(keys: string[], outcome: "found" | "deleted"): void {
  for (const key of keys) metrics().orphans.inc({ area: areaOf(key), outcome });
}

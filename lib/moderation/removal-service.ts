import "server-only";
import { dropUnusedPackages } from "@/lib/apps/package-file-service";
import { dropHeldFiles } from "@/lib/files/service";
import { deleteOldRemovals } from "./removal-repository";

/** Cron job: purges removed content that can no longer be restored. @returns how many */
export async function purgeRemovals(now: Date, limit: number): Promise<number> {
  const { count, files, packages } = await deleteOldRemovals(now, limit);
  await dropHeldFiles(files);
  await dropUnusedPackages(packages);
  return count;
}

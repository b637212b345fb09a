import "server-only";
import type { InstalledOrder, InstalledApp } from "./contract";
import { presentApp } from "./presenter";
import { listInstalled } from "./install-repository";
import type { Actor } from "./access-service";

/** The apps a person added and may still see. */
export async function listInstalledApps({
  viewer,
  orderBy,
  limit,
}: {
  viewer: Actor;
  orderBy: InstalledOrder;
  limit: number;
}): Promise<{ items: InstalledApp[]; nextCursor: null }> {
  const records = await listInstalled(viewer.id, orderBy, limit);
  const items = records.map((record) => ({
    ...presentApp(record, viewer),
    addedAt: record.addedAt.toISOString(),
    lastRunAt: record.lastRunAt?.toISOString() ?? null,
  }));
  return { items, nextCursor: null };
}

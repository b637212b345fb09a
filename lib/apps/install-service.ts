import "server-only";
import type { ShelfOrder, ShelvedApp } from "./contract";
import { presentApp } from "./presenter";
import { listShelf } from "./install-repository";
import type { Actor } from "./access-service";

/** The apps a person added and may still see. */
export async function listShelvedApps({
  viewer,
  orderBy,
  limit,
}: {
  viewer: Actor;
  orderBy: ShelfOrder;
  limit: number;
}): Promise<{ items: ShelvedApp[]; nextCursor: null }> {
  const records = await listShelf(viewer.id, orderBy, limit);
  const items = records.map((record) => ({
    ...presentApp(record, viewer),
    addedAt: record.addedAt.toISOString(),
    lastRunAt: record.lastRunAt?.toISOString() ?? null,
  }));
  return { items, nextCursor: null };
}

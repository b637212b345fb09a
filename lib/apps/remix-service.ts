import "server-only";
import { REMIXES_COUNTED_MAX } from "@/lib/config/limits";
import type { Manifest } from "@/lib/package/manifest-contract";
import type { Db } from "@/lib/db/client";
import { notify } from "@/lib/notifications/notify-service";
import type { LiveEvent } from "@/lib/realtime/event-bus.server";
import { AppError } from "@/lib/shared/errors";
import { NOBODY, type ListQuery } from "@/lib/shared/contract";
import { decodeCursor, encodeCursor } from "@/lib/shared/list-cursor";
import { getAppOrThrow, type Actor } from "./access-service";
import type { Lineage, Remixes, SharedRelative } from "./contract";
import { allowsSource } from "./license";
import { presentAppShort } from "./presenter";
import { findApp, type AppRecord, type LockedApp } from "./repository";
import { countRemixes, isMadeFrom, listAncestors, listRemixes } from "./remix-repository";
import { canApp } from "./rules";
import { findAppVersion } from "./version-repository";

/** How far the trail of an app goes back. */
const ANCESTORS_SHOWN = 8;
/** How many remixes a share page shows. */
const REMIXES_SHARED = 12;
/** How far back a cycle is looked for. */
const ANCESTORS_MAX = 1_000;

/**
 * The app that a manifest says it was made from. The manifest is the uploader's word, so it counts only where the uploader may
 * see that app and its license (that of the version named, else of the present one) allows it, or where it is their own.
 * @returns null where it does not count
 */
export async function findOrigin(
  { viewer, appId, manifest }: { viewer: Actor; appId: string; manifest: Manifest },
  tx: Db,
): Promise<string | null> {
  const claim = manifest.remixed_from;
  if (!claim?.app || claim.app === appId) return null;
  const origin = await findApp({ id: claim.app }, viewer.id, tx);
  if (!origin || origin.blocked || !canApp(viewer, "view", origin)) return null;
  if (origin.ownerId !== viewer.id) {
    const named =
      claim.version === undefined
        ? null
        : await findAppVersion(origin.id, { version: claim.version }, tx, { onlyPublished: true });
    if (!allowsSource((named ?? origin).manifest.license)) return null;
  }
  return (await isMadeFrom(origin.id, appId, ANCESTORS_MAX, tx)) ? null : origin.id;
}

/** The published remixes of this app, their number, and its ancestors. */
export async function getRemixes({
  viewer,
  id,
  query,
}: {
  viewer: Actor;
  id: string;
  query: ListQuery;
}): Promise<Remixes> {
  const cursor = query.after === undefined ? null : decodeCursor(query.after);
  if (query.after !== undefined && cursor?.key !== "")
    throw new AppError("validation_error", { message: "after is not a cursor of this list." });
  await getAppOrThrow(id, viewer, "view");
  const [records, total, ancestors] = await Promise.all([
    listRemixes(id, viewer.id, { after: cursor?.id ?? null, take: query.limit + 1 }),
    countRemixes(id, viewer.id, REMIXES_COUNTED_MAX),
    listAncestors(id, viewer.id, ANCESTORS_SHOWN),
  ]);
  const shown = records.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: shown.map((record) => presentAppShort(record)),
    nextCursor: records.length > query.limit && last ? encodeCursor({ key: "", id: last.id }) : null,
    total,
    ancestors: ancestors.map((record) => record && presentAppShort(record)),
  };
}

/** The tree around an app that is shared with the viewer, or with everybody who has its link: published apps only. */
export async function getLineage(viewer: Actor | null, id: string): Promise<Lineage> {
  const viewerId = (viewer ?? NOBODY).id;
  const [remixes, total, ancestors] = await Promise.all([
    listRemixes(id, viewerId, { after: null, take: REMIXES_SHARED }),
    countRemixes(id, viewerId, REMIXES_COUNTED_MAX),
    listAncestors(id, viewerId, ANCESTORS_SHOWN),
  ]);
  return {
    total,
    remixes: remixes.flatMap((record) => presentRelative(record) ?? []),
    ancestors: ancestors.map((record) => record && presentRelative(record)),
  };
}

function presentRelative(record: AppRecord): SharedRelative | null {
  const { shareId, isPublic } = record;
  return isPublic && shareId ? { ...presentAppShort(record, { via: "share", shareId }), shareId } : null;
}

/**
 * Notifies the owner of the original, in the caller's transaction, that a remix was published.
 * @returns what to publish once the transaction is committed
 */
export async function notifyOfRemix(
  { id, ownerId, remixedFromId }: Pick<LockedApp, "id" | "ownerId" | "remixedFromId">,
  tx: Db,
): Promise<LiveEvent[]> {
  const origin = remixedFromId && (await findApp({ id: remixedFromId }, ownerId, tx));
  if (!origin || origin.deletedAt) return [];
  return notify({ kind: "remix", actorId: ownerId, userIds: [origin.ownerId], appId: id }, tx);
}

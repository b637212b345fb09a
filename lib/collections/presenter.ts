import "server-only";
import { appIconUrl, presentApp } from "@/lib/apps/presenter";
import { presentUserShort } from "@/lib/people/user-presenter";
import { NOBODY, type Actor } from "@/lib/shared/contract";
import type { Collection, CollectionApp } from "./contract";
import type { CollectionAppRecord, CollectionRecord } from "./repository";

export function presentCollection(record: CollectionRecord, viewer: Actor): Collection {
  return {
    id: record.id,
    title: record.title,
    description: record.description,
    isPublic: record.isPublic,
    owner: presentUserShort({
      id: record.ownerId,
      username: record.ownerUsername,
      displayName: record.ownerDisplayName,
      avatarKey: record.ownerAvatarKey,
    }),
    apps: record.apps,
    icons: (record.icons ?? []).map(({ id, key }) => appIconUrl(id, key)),
    saves: record.savedCount,
    createdAt: record.createdAt.toISOString(),
    changedAt: record.changedAt.toISOString(),
    viewer: { owner: record.ownerId === viewer.id, saved: record.saved },
  };
}

/** Guests get pictures by the share link only. */
export function presentCollectionApp(record: CollectionAppRecord, viewer: Actor): CollectionApp {
  const { shareId, note } = record;
  const isGuest = viewer.id === NOBODY.id;
  const address = isGuest && shareId ? ({ via: "share", shareId } as const) : undefined;
  return { app: presentApp(record, viewer, address), note };
}

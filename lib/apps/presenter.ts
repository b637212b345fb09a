import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import type { App, AppShort, AppVersion } from "./contract";
import { ratingOf } from "./rating";
import type { AppRecord } from "./repository";
import type { AppVersionRecord } from "./version-repository";
import { presentUserShort } from "@/lib/people/user-presenter";

/** Whether the URLs of an app contain its id, for users who may see it, or its share link, for everybody who has that. */
export type AppAddress = { via: "id" } | { via: "share"; shareId: string };

type AppShortRecord = Pick<
  AppRecord,
  | "id"
  | "ownerId"
  | "name"
  | "description"
  | "version"
  | "iconKey"
  | "bannerKey"
  | "category"
  | "ownerUsername"
  | "ownerDisplayName"
  | "ownerAvatarKey"
>;

/** A prefix of the random file key: changes with the picture, and is too short to reveal the key. */
export function versionOf(key: string): string {
  return key.slice(key.indexOf("/") + 1, key.indexOf("/") + 9);
}

export function apiPathOf(id: string, address: AppAddress): string {
  return address.via === "share" ? `/api/apps/share/${address.shareId}` : `/api/apps/${id}`;
}

function shareUrlOf(shareId: string): string {
  return new URL(`/app/share/${shareId}`, serverEnv().APP_URL).href;
}

export function appIconUrl(id: string, iconKey: string): string {
  return `${apiPathOf(id, { via: "id" })}/icon?v=${versionOf(iconKey)}`;
}

export function presentAppShort(record: AppShortRecord, address: AppAddress = { via: "id" }): AppShort {
  const base = apiPathOf(record.id, address);
  return {
    id: record.id,
    name: record.name,
    version: record.version,
    description: record.description,
    iconUrl: `${base}/icon?v=${versionOf(record.iconKey)}`,
    bannerUrl: record.bannerKey && `${base}/banner?v=${versionOf(record.bannerKey)}`,
    category: record.category,
    owner: presentUserShort({
      id: record.ownerId,
      username: record.ownerUsername,
      displayName: record.ownerDisplayName,
      avatarKey: record.ownerAvatarKey,
    }),
  };
}

export function presentApp(
  record: AppRecord,
  viewer: { id: string } | null,
  address: AppAddress = { via: "id" },
): App {
  const base = apiPathOf(record.id, address);
  return {
    ...presentAppShort(record, address),
    tags: record.tags,
    madeWith: record.madeWith,
    screenshots: record.screenshotKeys.map(
      (key, index) => `${base}/screenshots/${index}?v=${versionOf(key)}`,
    ),
    isPublic: record.isPublic,
    shareId: record.shareId,
    shareUrl: record.shareId && shareUrlOf(record.shareId),
    noindex: record.noindex,
    manifest: record.manifest,
    packageBytes: record.packageBytes,
    packageSha256: record.packageSha256,
    packageUrl: `${base}/package?v=${record.packageSha256.slice(0, 16)}`,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    counts: {
      likes: record.likesCount,
      users: record.usersCount,
      runs: record.runsCount,
      comments: record.commentsCount,
    },
    rating: ratingOf(record.starCounts),
    viewer: { liked: record.liked, added: record.added, owner: viewer?.id === record.ownerId },
  };
}

export function presentAppVersion(record: AppVersionRecord, currentVersionId: string | null): AppVersion {
  return {
    id: record.id,
    version: record.version,
    notes: record.notes,
    packageBytes: record.packageBytes,
    current: record.id === currentVersionId,
    createdAt: record.createdAt.toISOString(),
  };
}

/** What `canApp` refuses is `unknown_app` to whoever may not view the app, and `forbidden` to everybody else. */
type AppFacts = { ownerId: string; isPublic: boolean; deletedAt: Date | null };
export type AppAction =
  "view" | "run" | "like" | "install" | "edit" | "publish" | "release" | "delete" | "restore";

const OWNER_ONLY = new Set<AppAction>(["edit", "publish", "release", "delete", "restore"]);

/** @param viewer null for a guest without a share link */
export function canApp(viewer: { id: string } | null, action: AppAction, app: AppFacts): boolean {
  const owns = viewer !== null && viewer.id === app.ownerId;
  if (app.deletedAt) return owns && action === "restore";
  if (owns) return action !== "restore";
  return app.isPublic && !OWNER_ONLY.has(action);
}

/**
 * What makes two names of apps the same: an upload by the same person under the same name is a new version. Case,
 * compatibility forms (full-width letters) and the number of spaces do not count.
 */
export function appNameKey(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase().normalize("NFC");
}

/** Ids of apps that only a browser has, apart from those of the store. */
export const LOCAL_APP_PREFIX = "local-";

/** A game is played, every other app is opened. */
export function isGame({ category }: { category: string }): boolean {
  return category === "games";
}

export function isLocalAppId(id: string): boolean {
  return /^local-[0-9a-f-]{36}$/.test(id);
}

/** The sizes, in pixels, of the pictures that are uploaded beside a package. */
export const APP_PICTURES = {
  icon: { width: 512, height: 512 },
  banner: { width: 1600, height: 600 },
} as const;

export const FEATURE_STATES = ["proposed", "approved", "refused"] as const;
export type FeatureState = (typeof FEATURE_STATES)[number];
export const FEATURE_REASON_MAX_CHARS = 500;

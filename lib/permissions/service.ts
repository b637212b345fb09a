import "server-only";
import { APP_STORAGE_MAX_BYTES } from "@/lib/config/limits";
import { manifestSchema, requiresCapability } from "@/lib/package/manifest-contract";
import type { AppDataUse, AppGrants, AppPermission, SetAppGrants } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { appIconUrl } from "@/lib/apps/presenter";
import {
  hasNotificationOptOut,
  hasProfileConsent,
  listAppData,
  listPermissions,
  saveNotificationOptOut,
  saveProfileConsent,
} from "./repository";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import { pseudonym } from "./pseudonym.server";
import { listAllowedHosts, setAllowedHosts } from "@/lib/egress/service";

/**
 * What users allow their apps to do.
 *
 * Trust model. The shell asks on behalf of an app, so only what the app's manifest lists can be granted. Revoking is always
 * possible, even for an app that the user can no longer see.
 */

/** Lists a user's grants to apps, newest first. */
export async function getPermissions(userId: string): Promise<AppPermission[]> {
  const rows = await listPermissions(userId);
  return rows.map((row) => ({
    app: { id: row.appId, name: row.name, iconUrl: appIconUrl(row.appId, row.iconKey) },
    hosts: row.hosts,
    profile: row.profile,
    grantedAt: row.grantedAt.toISOString(),
    requests: row.requests,
    lastRequestAt: row.lastRequestAt?.toISOString() ?? null,
  }));
}

/** Reads a user's grants to one app. */
export async function readGrants(viewer: Actor, appId: string): Promise<AppGrants> {
  const [hosts, profile, isOptedOut] = await Promise.all([
    listAllowedHosts(viewer.id, appId),
    hasProfileConsent(viewer.id, appId),
    hasNotificationOptOut(viewer.id, appId),
  ]);
  return { userId: viewer.id, hosts, profile, notifications: !isOptedOut };
}

/**
 * Changes grants; `hosts: []` and `profile: false` revoke them. Omitted fields stay unchanged.
 * @throws AppError unknown_app; account_changed; egress_refused or forbidden for what the app's manifest does not list
 */
export async function setGrants(
  viewer: Actor,
  appId: string,
  { userId, hosts, profile, notifications }: SetAppGrants,
): Promise<AppGrants> {
  if (userId !== undefined && userId !== viewer.id) throw new AppError("account_changed");
  if (profile) {
    const { manifest } = await getAppOrThrow(appId, viewer, "run");
    const parsed = manifestSchema.safeParse(manifest);
    // Score boards show only people who share their profile with the app.
    const asks =
      parsed.success && (requiresCapability(parsed.data, "profile") || !!parsed.data.scores?.length);
    if (!asks) throw new AppError("forbidden");
  }
  if (hosts) await setAllowedHosts(viewer.id, appId, hosts);
  if (profile !== undefined) await saveProfileConsent(viewer.id, appId, profile);
  if (notifications !== undefined) await saveNotificationOptOut(viewer.id, appId, !notifications);
  return readGrants(viewer, appId);
}

/** Lists the apps that store data for a user, largest first. */
export async function getAppData(userId: string): Promise<AppDataUse[]> {
  const rows = await listAppData(userId);
  return rows.map((row) => ({
    app: { id: row.appId, name: row.name, iconUrl: appIconUrl(row.appId, row.iconKey) },
    usedBytes: row.bytes,
    quotaBytes: APP_STORAGE_MAX_BYTES,
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** Returns the id by which an app knows a user: stable, different in every app, and not traceable to the account. */
export function appPersonId(userId: string, appId: string): string {
  return pseudonym("app-person", userId, appId);
}

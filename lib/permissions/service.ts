import "server-only";
import { createHmac } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import { APP_STORAGE_MAX_BYTES } from "@/lib/config/limits";
import { manifestSchema, requiresCapability } from "@/lib/package/manifest-contract";
import type { AppDataUse, AppGrants, AppPermission, SetAppGrants } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { appIconUrl } from "@/lib/apps/presenter";
import { hasProfileConsent, listAppData, listPermissions, saveProfileConsent } from "./repository";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import { listAllowedHosts, setAllowedHosts } from "@/lib/egress/service";

/**
 * What people allow their apps. Trust model: the shell asks on behalf of an app, so nothing can be granted that the app's
 * manifest does not name; taking back is always possible, also for an app that can no longer be seen.
 */

/** What a person allowed their apps. */
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

/** What a person allowed one app. */
export async function readGrants(viewer: Actor, appId: string): Promise<AppGrants> {
  const [hosts, profile] = await Promise.all([
    listAllowedHosts(viewer.id, appId),
    hasProfileConsent(viewer.id, appId),
  ]);
  return { hosts, profile };
}

/**
 * Grants, or takes back with no hosts and `profile: false`. What is left out stays.
 * @throws AppError unknown_app; egress_refused or forbidden for what the app's manifest does not name
 */
export async function setGrants(
  viewer: Actor,
  appId: string,
  { hosts, profile }: SetAppGrants,
): Promise<AppGrants> {
  if (profile) {
    const { manifest } = await getAppOrThrow(appId, viewer, "run");
    const parsed = manifestSchema.safeParse(manifest);
    if (!parsed.success || !requiresCapability(parsed.data, "profile")) throw new AppError("forbidden");
  }
  if (hosts) await setAllowedHosts(viewer.id, appId, hosts);
  if (profile !== undefined) await saveProfileConsent(viewer.id, appId, profile);
  return readGrants(viewer, appId);
}

/** Apps that keep something for a person. */
export async function getAppData(userId: string): Promise<AppDataUse[]> {
  const rows = await listAppData(userId);
  return rows.map((row) => ({
    app: { id: row.appId, name: row.name, iconUrl: appIconUrl(row.appId, row.iconKey) },
    usedBytes: row.bytes,
    quotaBytes: APP_STORAGE_MAX_BYTES,
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/**
 * The name under which one app knows a person: always the same for it, another one for every other app, and nothing that
 * leads back to the account.
 */
export function appPersonId(userId: string, appId: string): string {
  const key = `app-person:${serverEnv().NEXTAUTH_SECRET}`;
  return createHmac("sha256", key).update(`${userId}:${appId}`).digest("base64url").slice(0, 22);
}

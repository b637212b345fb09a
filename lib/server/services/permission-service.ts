import "server-only";
import type { AppPermission } from "@/lib/contracts/permission";
import { appIconUrl } from "@/lib/server/presenters/app";
import { listPermissions } from "@/lib/server/repositories/permission-repository";

/** What a person allowed their apps to reach. Taking it back: setNetworkConsent with no hosts. */
export async function getPermissions(userId: string): Promise<AppPermission[]> {
  const rows = await listPermissions(userId);
  return rows.map((row) => ({
    app: { id: row.appId, name: row.name, iconUrl: appIconUrl(row.appId, row.iconKey) },
    hosts: row.hosts,
    grantedAt: row.grantedAt.toISOString(),
    requests: row.requests,
    lastRequestAt: row.lastRequestAt?.toISOString() ?? null,
  }));
}

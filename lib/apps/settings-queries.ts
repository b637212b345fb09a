import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import type { Page } from "@/lib/shared/contract";
import type { EgressLedgerEntry } from "@/lib/egress/contract";
import type { AppDataUse, AppGrants, SetAppGrants } from "@/lib/permissions/contract";
import { accountKeys } from "@/lib/account/queries";

const appSettingsKeys = {
  data: ["account", "app-data"] as const,
  grants: (appId: string) => ["account", "app-grants", appId] as const,
  ledger: (appId: string) => ["account", "app-ledger", appId] as const,
};

/** What apps keep for the person. */
export const appDataQuery = () =>
  queryOptions({
    queryKey: appSettingsKeys.data,
    queryFn: async ({ signal }) =>
      (await api<{ items: AppDataUse[] }>("/v2/users/me/app-data", { signal })).items,
    // It grows while apps run.
    staleTime: 0,
  });

/** What the person allows one app. */
export const appGrantsQuery = (appId: string) =>
  queryOptions({
    queryKey: appSettingsKeys.grants(appId),
    queryFn: ({ signal }) => api<AppGrants>(`/apps/${appId}/permissions`, { signal }),
    staleTime: 0,
  });

/** What one app reached over the network, newest first. */
export const appLedgerQuery = (appId: string) =>
  infiniteQueryOptions({
    queryKey: appSettingsKeys.ledger(appId),
    queryFn: ({ pageParam, signal }) =>
      api<Page<EgressLedgerEntry>>(`/apps/${appId}/network`, { query: { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });

export async function setAppGrants(client: QueryClient, appId: string, change: SetAppGrants): Promise<void> {
  const grants = await api<AppGrants>(`/apps/${appId}/permissions`, { method: "PUT", body: change });
  client.setQueryData(appSettingsKeys.grants(appId), grants);
  await client.invalidateQueries({ queryKey: accountKeys.permissions });
}

/** Everything that an app keeps for the person, as a JSON text. */
export async function exportAppData(app: { id: string; name: string }): Promise<string> {
  const { entries, usedBytes } = await api<AppStorageSnapshot>(`/apps/${app.id}/storage`);
  const exported = { app: { id: app.id, name: app.name }, exportedAt: new Date().toISOString(), usedBytes };
  return JSON.stringify({ ...exported, entries }, null, 2);
}

/** Forgets everything that an app keeps for the person. One that runs would write it anew: it is to be stopped first. */
export async function clearAppData(client: QueryClient, appId: string): Promise<void> {
  await api(`/apps/${appId}/storage`, { method: "DELETE" });
  await client.invalidateQueries({ queryKey: appSettingsKeys.data });
}

import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { AppStorageSnapshot } from "@/lib/storage/contract";
import type { Page } from "@/lib/shared/contract";
import type { EgressLedgerEntry } from "@/lib/egress/contract";
import type { AppDataUse, AppGrants, SetAppGrants } from "@/lib/permissions/contract";
import { snapshotQuery } from "./snapshot-queries";
import { accountKeys } from "@/lib/account/queries";

const appSettingsKeys = {
  data: ["account", "app-data"] as const,
  grants: (appId: string) => ["account", "app-grants", appId] as const,
  ledger: (appId: string) => ["account", "app-ledger", appId] as const,
};

/** How much data each app keeps for the user. */
export const appDataQuery = () =>
  queryOptions({
    queryKey: appSettingsKeys.data,
    queryFn: async ({ signal }) =>
      (await api<{ items: AppDataUse[] }>("/v2/users/me/app-data", { signal })).items,
    // Grows while apps run.
    staleTime: 0,
  });

export const deviceUseKey = ["account", "device-data"] as const;

/** How many bytes apps keep only on this device, by app. */
export const deviceUseQuery = (userId: string) =>
  queryOptions({
    queryKey: [...deviceUseKey, userId],
    queryFn: async () => (await import("@/lib/browser/device-data")).deviceUses(userId),
    staleTime: 0,
  });

/** What the user allows one app. */
export const appGrantsQuery = (appId: string) =>
  queryOptions({
    queryKey: appSettingsKeys.grants(appId),
    queryFn: ({ signal }) => api<AppGrants>(`/apps/${appId}/permissions`, { signal }),
    staleTime: 0,
  });

/** The network requests of one app, newest first. */
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

/** All data that an app keeps for the user, as JSON. */
export async function exportAppData(app: { id: string; name: string }): Promise<string> {
  const { entries } = await api<AppStorageSnapshot>(`/apps/${app.id}/storage`);
  const { describeAppData } = await import("@/lib/storage/export.client");
  return describeAppData(app, entries);
}

/** Deletes all data that an app keeps for the user. Stop the app first: a running one would write its data again. */
export async function clearAppData(client: QueryClient, appId: string): Promise<void> {
  await api(`/apps/${appId}/storage`, { method: "DELETE" });
  await client.invalidateQueries({ queryKey: appSettingsKeys.data });
  await client.invalidateQueries({ queryKey: snapshotQuery(appId).queryKey });
}

import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { AppStorageHolder } from "@/lib/storage/contract";
import { accountKeys } from "@/lib/account/queries";
import { runStartQuery } from "./queries";
import type { AppSnapshot } from "./version-contract";

/** Which version the user can go back to, and of when its data is. */
export const snapshotQuery = (appId: string) =>
  queryOptions({
    queryKey: ["apps", "snapshot", appId],
    queryFn: ({ signal }) => api<AppSnapshot>(`/apps/${appId}/snapshot`, { signal }),
    // Changes while apps run.
    staleTime: 0,
  });

/** Takes an app's current version; the server keeps what the app has stored until now. */
export async function takeUpdate(client: QueryClient, appId: string, version: string): Promise<void> {
  const snapshot = await api<AppSnapshot>(`/apps/${appId}/update`, { method: "POST", body: { version } });
  client.setQueryData(snapshotQuery(appId).queryKey, snapshot);
  await client.invalidateQueries({ queryKey: runStartQuery(appId).queryKey, refetchType: "none" });
}

const SAVE_CHECKS = 10;
const SAVE_CHECK_MS = 150;

/** Resolves when no browser has the app open any more; one that never let go is not waited for. */
export async function waitForLastSave(appId: string): Promise<void> {
  for (let check = 0; check < SAVE_CHECKS; check++) {
    const { holder } = await api<AppStorageHolder>(`/apps/${appId}/storage/claim`);
    if (holder === null) return;
    await new Promise((resolve) => setTimeout(resolve, SAVE_CHECK_MS));
  }
}

/** Restores the version and the data of a snapshot. Stop the app first. */
export async function restoreSnapshot(client: QueryClient, appId: string, id: string): Promise<AppSnapshot> {
  await waitForLastSave(appId);
  const snapshot = await api<AppSnapshot>(`/apps/${appId}/snapshot`, { method: "POST", body: { id } });
  client.setQueryData(snapshotQuery(appId).queryKey, snapshot);
  await client.invalidateQueries({ queryKey: runStartQuery(appId).queryKey, refetchType: "all" });
  await client.invalidateQueries({ queryKey: [accountKeys.permissions[0], "app-data"] });
  return snapshot;
}

export async function dropSnapshot(client: QueryClient, appId: string): Promise<void> {
  await api(`/apps/${appId}/snapshot`, { method: "DELETE" });
  await client.invalidateQueries({ queryKey: snapshotQuery(appId).queryKey });
  await client.invalidateQueries({ queryKey: runStartQuery(appId).queryKey, refetchType: "all" });
}

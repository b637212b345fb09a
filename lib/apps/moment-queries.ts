import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { AppStorageHolder } from "@/lib/storage/contract";
import { accountKeys } from "@/lib/account/queries";
import { runStartQuery } from "./queries";
import type { AppMoment } from "./version-contract";

/** Which version the user can go back to, and of when its data is. */
export const momentQuery = (appId: string) =>
  queryOptions({
    queryKey: ["apps", "moment", appId],
    queryFn: ({ signal }) => api<AppMoment>(`/apps/${appId}/moment`, { signal }),
    // Changes while apps run.
    staleTime: 0,
  });

/** Takes an app's current version; the server keeps what the app has stored until now. */
export async function takeUpdate(client: QueryClient, appId: string, version: string): Promise<void> {
  const moment = await api<AppMoment>(`/apps/${appId}/update`, { method: "POST", body: { version } });
  client.setQueryData(momentQuery(appId).queryKey, moment);
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

/** Goes to the version and the data of that moment. Stop the app first. */
export async function goToMoment(client: QueryClient, appId: string, id: string): Promise<AppMoment> {
  await waitForLastSave(appId);
  const moment = await api<AppMoment>(`/apps/${appId}/moment`, { method: "POST", body: { id } });
  client.setQueryData(momentQuery(appId).queryKey, moment);
  await client.invalidateQueries({ queryKey: runStartQuery(appId).queryKey, refetchType: "all" });
  await client.invalidateQueries({ queryKey: [accountKeys.permissions[0], "app-data"] });
  return moment;
}

export async function dropMoment(client: QueryClient, appId: string): Promise<void> {
  await api(`/apps/${appId}/moment`, { method: "DELETE" });
  await client.invalidateQueries({ queryKey: momentQuery(appId).queryKey });
  await client.invalidateQueries({ queryKey: runStartQuery(appId).queryKey, refetchType: "all" });
}

import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/lib/browser/api";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { onStorageNews } from "@/lib/storage/news.client";
import type { AppRunStart } from "./contract";
import { runStartQuery } from "./queries";

/**
 * Looks whether the user went to another version of an app elsewhere. If so, what runs here is ended: its version would save into
 * data that is not its own. Its saves are refused since.
 */
export async function followWayBack(client: QueryClient, appId: string): Promise<void> {
  const { queryKey } = runStartQuery(appId);
  const before = client.getQueryData(queryKey);
  const start = await api<AppRunStart>(`/apps/${appId}/runs`);
  if (before && before.wayBack !== start.wayBack) {
    const { instances, stop } = useAppLifecycleStore.getState();
    const running = instances.filter((instance) => instance.appId === appId);
    await Promise.all(running.map(({ id }) => stop(id, { discard: true })));
  }
  client.setQueryData(queryKey, start);
}

/** Follows the user to the version that they go to on another device. */
export function useWayBack(appId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onStorageNews((news) => {
        // No browser saved this: the server did.
        if (news?.appId === appId && news.cause === "saved" && news.by === null)
          followWayBack(client, appId).catch(() => undefined);
      }),
    [appId, client],
  );
}

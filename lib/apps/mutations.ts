import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api, ApiError } from "@/lib/browser/api";
import type { App, AppRunResponse, PublishApp, UpdateApp } from "./contract";
import { appKeys, appQuery, patchCachedApp, refreshAppLists, runStartQuery } from "./queries";
import { showInstalled } from "@/lib/dock/installs.client";
import type { DockedApp } from "@/lib/dock/rules";
import { queue } from "@/lib/outbox/store";
import { reviewKeys } from "@/lib/reviews/queries";

/** Likes an app (true) or takes the like back (false). */
export function likeApp(id: string, on: boolean): void {
  queue({ kind: "app-like", id, on });
}

/** Writes the server's answer to a like to the cache. */
export function settleAppLike(client: QueryClient, { id, counts, viewer }: App): void {
  patchCachedApp(client, id, (app) => ({ ...app, counts, viewer }));
}

/** Installs an app (true) or uninstalls it; the dock shows it at once. */
export function installApp({ id, name, icon }: Pick<DockedApp, "id" | "name" | "icon">, on: boolean): void {
  showInstalled({ id, name, icon }, on);
  queue({ kind: "app-install", id, on, app: { name, icon } });
}

/** Writes to the cache that the server installed or uninstalled an app. */
export function settleAppInstall(client: QueryClient, { id, on }: { id: string; on: boolean }): void {
  patchCachedApp(client, id, (app) => ({ ...app, viewer: { ...app.viewer, added: on } }));
  if (!on) {
    client.setQueriesData<{ items: App[] }>(
      { queryKey: appKeys.installedLists },
      (list) => list && { ...list, items: list.items.filter((app) => app.id !== id) },
    );
  }
  void client.invalidateQueries({ queryKey: appKeys.installedLists });
}

export function usePublishApp(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PublishApp) => api<App>(`/apps/${id}/publish`, { method: "PATCH", body }),
    onSuccess: (app) => {
      patchCachedApp(client, id, () => app);
      return refreshAppLists(client);
    },
  });
}

export function useEditApp(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: UpdateApp) => api<App>(`/apps/${id}`, { method: "PATCH", body: changes }),
    onSuccess: (app) => patchCachedApp(client, id, () => app),
  });
}

export function useRollBackApp(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) =>
      api<App>(`/apps/${id}/rollback`, { method: "POST", body: { versionId } }),
    onSuccess: (app) => {
      patchCachedApp(client, id, () => app);
      return client.invalidateQueries({ queryKey: appKeys.versions(id) });
    },
  });
}

export function useDeleteApp(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(`/apps/${id}`, { method: "DELETE" }),
    onSuccess: () => {
      client.removeQueries({ queryKey: appKeys.detail(id) });
      return refreshAppLists(client);
    },
  });
}

/** Undoes a deletion. */
export function useRestoreApp(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<App>(`/apps/${id}/restore`, { method: "POST" }),
    onSuccess: (app) => {
      client.setQueryData(appKeys.detail(id), app);
      return refreshAppLists(client);
    },
  });
}

/**
 * Reports the start of an app to the server, which returns the run's token. A run that cannot be counted
 * still runs.
 */
export function useCountRun(id: string) {
  const client = useQueryClient();
  return useMutation({
    /** @param declined the current version, if the user stays with an older one */
    mutationFn: async ({ version, declined }: { version: string; declined?: string }) => {
      const start = (body: object) => api<AppRunResponse>(`/apps/${id}/runs`, { method: "POST", body });
      if (declined === undefined) return start({ version });
      return start({ version, declined }).catch((error: unknown) => {
        // A server of the previous release does not know the field; there, any older version counts as declined.
        if (error instanceof ApiError && error.status === 400) return start({ version });
        throw error;
      });
    },
    onSuccess: ({ counts }, { version, declined }) => {
      patchCachedApp(client, id, (app) => ({ ...app, counts }));
      // Who has run it may review it.
      void client.invalidateQueries({ queryKey: reviewKeys.own(id) });
      const current = client.getQueryData(appQuery(id).queryKey)?.version;
      client.setQueryData(runStartQuery(id).queryKey, (before) => {
        if (version !== current) return before && { ...before, declined: declined !== undefined };
        return (
          before && { ...before, lastVersion: version, lastManifest: null, canStay: false, declined: false }
        );
      });
    },
  });
}

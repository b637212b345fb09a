import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { App, AppRunResponse, PublishApp, UpdateApp } from "./contract";
import { appKeys, appQuery, patchCachedApp, refreshAppLists, runStartQuery } from "./queries";
import { queue } from "@/lib/outbox/store";

/** Likes an app (true) or takes the like back (false). */
export function likeApp(id: string, on: boolean): void {
  queue({ kind: "app-like", id, on });
}

/** Writes the server's answer to a like to the cache. */
export function settleAppLike(client: QueryClient, { id, counts, viewer }: App): void {
  patchCachedApp(client, id, (app) => ({ ...app, counts, viewer }));
}

/** Installs or uninstalls an app; optimistic. */
export function useInstallApp(id: string) {
  const client = useQueryClient();
  const show = (added: boolean) =>
    patchCachedApp(client, id, (app) => ({ ...app, viewer: { ...app.viewer, added } }));
  return useMutation({
    scope: { id: `app-installed-${id}` },
    mutationFn: (added: boolean) => api(`/apps/${id}/install`, { method: added ? "PUT" : "DELETE" }),
    onMutate: show,
    onError: (_error, added) => show(!added),
    onSuccess: () => client.invalidateQueries({ queryKey: appKeys.installedLists }),
  });
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

/** Tells the server that an app starts, and gets the run's token. A run that cannot be counted still runs. */
export function useCountRun(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: string) =>
      api<AppRunResponse>(`/apps/${id}/runs`, { method: "POST", body: { version } }),
    onSuccess: ({ counts }, version) => {
      patchCachedApp(client, id, (app) => ({ ...app, counts }));
      const current = client.getQueryData(appQuery(id).queryKey)?.version;
      client.setQueryData(runStartQuery(id).queryKey, (before) =>
        version === current
          ? { lastVersion: version, lastManifest: null, declined: false }
          : before && { ...before, declined: true },
      );
    },
  });
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { LocalApp } from "./local-app-storage";

const loadStorage = () => import("./local-app-storage");

const localAppKeys = {
  ofUser: (userId: string) => ["local-apps", userId] as const,
  detail: (userId: string, id: string) => ["local-apps", userId, id] as const,
};

/** The apps that this browser has for a user. Works offline. */
export const localAppsQuery = (userId: string) =>
  queryOptions({
    queryKey: localAppKeys.ofUser(userId),
    queryFn: async () => (await loadStorage()).listLocalApps(userId),
    networkMode: "always",
    staleTime: Infinity,
  });

export const localAppQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: localAppKeys.detail(userId, id),
    queryFn: async () => (await loadStorage()).findLocalApp(userId, id),
    networkMode: "always",
    staleTime: Infinity,
  });

/** Stores an app in this browser. Fails with QuotaExceededError where there is no room. */
export function useKeepLocalApp(userId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async ({ app, bytes }: { app: LocalApp; bytes: Uint8Array<ArrayBuffer> }) =>
      (await loadStorage()).putLocalApp(userId, app, bytes),
    onSuccess: () => client.invalidateQueries({ queryKey: localAppKeys.ofUser(userId) }),
  });
}

/** Removes an app from this browser. Resolves to it, so that it can be put back. */
export function useRemoveLocalApp(userId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (id: string) => (await loadStorage()).removeLocalApp(userId, id),
    onSuccess: () => client.invalidateQueries({ queryKey: localAppKeys.ofUser(userId) }),
  });
}

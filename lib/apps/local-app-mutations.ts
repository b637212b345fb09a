import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LocalApp } from "./local-app-storage";
import { localAppKeys } from "./local-app-queries";

const database = () => import("./local-app-storage");

/** Keeps a package in this browser, or changes what is kept. Fails with QuotaExceededError where there is no room. */
export function useKeepLocalApp(userId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async ({ app, bytes }: { app: LocalApp; bytes: Uint8Array<ArrayBuffer> }) =>
      (await database()).putLocalApp(userId, app, bytes),
    onSuccess: () => client.invalidateQueries({ queryKey: localAppKeys.ofUser(userId) }),
  });
}

/** Takes a package out of this browser and gives it, so that it can be put back. */
export function useRemoveLocalApp(userId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (id: string) => (await database()).removeLocalApp(userId, id),
    onSuccess: () => client.invalidateQueries({ queryKey: localAppKeys.ofUser(userId) }),
  });
}

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { PushState, PushTestResult } from "./contract";
import { subscribeBrowser, unsubscribeBrowser } from "./browser-push.client";

export const pushQuery = () =>
  queryOptions({
    queryKey: ["push"],
    queryFn: ({ signal }) => api<PushState>("/v2/users/me/push", { signal }),
  });

/** Subscribes this browser, or unsubscribes a device; keeps the list up to date. */
export function useChangePush() {
  const client = useQueryClient();
  const settle = (state: PushState) => client.setQueryData(pushQuery().queryKey, state);
  const turnOn = useMutation({
    mutationFn: async (publicKey: string) =>
      api<PushState>("/v2/users/me/push", { method: "POST", body: await subscribeBrowser(publicKey) }),
    onSuccess: settle,
  });
  const remove = useMutation({
    mutationFn: async ({ id, current }: { id: string; current: boolean }) => {
      const state = await api<PushState>(`/v2/users/me/push/${id}`, { method: "DELETE" });
      if (current) await unsubscribeBrowser();
      return state;
    },
    onSuccess: settle,
    onError: () => client.invalidateQueries({ queryKey: pushQuery().queryKey }),
  });
  const test = useMutation({
    mutationFn: () => api<PushTestResult>("/v2/users/me/push/test", { method: "POST" }),
    onSuccess: ({ result }) =>
      result === "gone" && client.invalidateQueries({ queryKey: pushQuery().queryKey }),
  });
  return { turnOn, remove, test };
}

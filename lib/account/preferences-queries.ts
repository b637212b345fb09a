import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { postKeys } from "@/lib/posts/queries";
import type { Preferences, PreferencesBody } from "./preferences-contract";
import { preferencesQuery } from "./queries";

const settle = (client: QueryClient, preferences: Preferences) =>
  client.setQueryData(preferencesQuery().queryKey, preferences);

export function useChangePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PreferencesBody) =>
      api<Preferences>("/v2/users/me/preferences", { method: "PATCH", body }),
    onSuccess: (preferences) => settle(client, preferences),
  });
}

/** Mutes (true) or unmutes a word. Feeds are refetched on the next visit. */
export function useMuteWord() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ word, on }: { word: string; on: boolean }) =>
      api<Preferences>("/v2/users/me/muted-words", { method: on ? "POST" : "DELETE", body: { word } }),
    onSuccess: (preferences) => {
      settle(client, preferences);
      client.removeQueries({ queryKey: postKeys.lists });
    },
  });
}

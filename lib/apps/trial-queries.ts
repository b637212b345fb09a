import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { App } from "./contract";
import type { AppTrial } from "./trial-contract";

type Tried = Pick<App, "id" | "packageSha256">;

/** The trial of the current version: another package is another trial. */
export const trialQuery = ({ id, packageSha256 }: Tried) =>
  queryOptions({
    queryKey: ["apps", "trial", id, packageSha256],
    queryFn: ({ signal }) => api<AppTrial>(`/apps/${id}/trial`, { signal }),
  });

/** Tries the current version; `again` where it was tried before. */
export function useTryApp(app: Tried) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (again: boolean) =>
      api<AppTrial>(`/apps/${app.id}/trial`, { method: "POST", body: { again } }),
    onSuccess: (tried) => client.setQueryData(trialQuery(app).queryKey, tried),
  });
}

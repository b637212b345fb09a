import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { API_BASE } from "@/lib/config/env.client";
import type { Exports } from "./contract";

const POLL_MS = 2_000;

export const exportsQuery = () =>
  queryOptions({
    queryKey: ["exports"],
    queryFn: ({ signal }) => api<Exports>("/v2/users/me/exports", { signal }),
    refetchInterval: ({ state }) => {
      const status = state.data?.items[0]?.status;
      return status === "waiting" || status === "running" ? POLL_MS : false;
    },
  });

export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<Exports>("/v2/users/me/exports", { method: "POST" }),
    onSuccess: (exports) => client.setQueryData(exportsQuery().queryKey, exports),
  });
}

export const exportHref = (id: string): string => `${API_BASE}/v2/users/me/exports/${id}`;

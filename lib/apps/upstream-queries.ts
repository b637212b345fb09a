import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { Upstream } from "./contract";

/** The changes of an app since that version. */
export const upstreamQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: ["apps", "upstream", id, version],
    queryFn: ({ signal }) => api<Upstream>(`/apps/${id}/upstream`, { query: { version }, signal }),
    // Without a connection, or where the original is gone, nothing is shown.
    retry: false,
  });

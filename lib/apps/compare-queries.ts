import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { VersionComparison } from "./compare-contract";

/** What differs between two versions of an app; packages never change, so neither does this. */
export const comparisonQuery = (id: string, from: string, to: string) =>
  queryOptions({
    queryKey: ["apps", "comparison", id, from, to],
    queryFn: ({ signal }) =>
      api<VersionComparison>(`/apps/${id}/versions/compare`, { query: { from, to }, signal }),
    staleTime: Infinity,
  });

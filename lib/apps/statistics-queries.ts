import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { AppProblem, AppProblems } from "./problem-contract";
import type { AppStatistics } from "./statistics-contract";

export const statisticsQuery = (id: string) =>
  queryOptions({
    queryKey: ["apps", "statistics", id] as const,
    queryFn: ({ signal }) => api<AppStatistics>(`/apps/${id}/statistics`, { signal }),
  });

export const problemsQuery = (id: string) =>
  queryOptions({
    queryKey: ["apps", "problems", id] as const,
    queryFn: ({ signal }) => api<AppProblems>(`/apps/${id}/problems`, { signal }),
  });

/** Marks a problem as resolved, or as open. */
export function useResolveProblem(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: problemId, resolved }: Pick<AppProblem, "id" | "resolved">) =>
      api<AppProblems>(`/apps/${id}/problems/${problemId}`, { method: "PATCH", body: { resolved } }),
    onSuccess: (problems) => client.setQueryData(problemsQuery(id).queryKey, problems),
  });
}

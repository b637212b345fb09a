import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import { PAGE_SIZE } from "@/lib/config/limits";
import type { ScoreList, ScoresQuery } from "./contract";

type ScoresFilter = Pick<ScoresQuery, "board" | "period" | "of">;

export const scoreKeys = {
  of: (appId: string) => ["scores", appId] as const,
  list: (appId: string, filter: ScoresFilter) => ["scores", appId, filter] as const,
};

export function fetchScores(
  appId: string,
  query: ScoresFilter & { limit: number; after?: string | null },
  signal?: AbortSignal,
): Promise<ScoreList> {
  return api<ScoreList>(`/apps/${appId}/scores`, { query, ...(signal && { signal }) });
}

/** A board, best first. */
export const scoresQueryOf = (appId: string, filter: ScoresFilter) =>
  infiniteQueryOptions({
    queryKey: scoreKeys.list(appId, filter),
    queryFn: ({ pageParam, signal }) =>
      fetchScores(appId, { ...filter, limit: PAGE_SIZE, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Takes somebody off a board. */
export async function deleteScore(appId: string, id: string): Promise<void> {
  await api(`/apps/${appId}/scores/${id}`, { method: "DELETE" });
}

/** Empties a board. */
export async function resetScores(appId: string, board: string): Promise<void> {
  await api(`/apps/${appId}/scores`, { method: "DELETE", query: { board } });
}

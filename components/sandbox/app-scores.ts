import { api, ApiError } from "@/lib/browser/api";
import { getQueryClient } from "@/lib/browser/query-client";
import { SCORES_PAGE_MAX } from "@/lib/config/limits";
import { CallRefused, type AppScoreEntry, type ScoreService } from "@/lib/sandbox/host/host-calls";
import type { BegunRun, ScoreEntry, SubmittedScore } from "@/lib/scores/contract";
import { fetchScores, scoreKeys } from "@/lib/scores/queries";

type AppScore = Parameters<ScoreService["submit"]>[0];

/**
 * `gum.scores` of one run, in the account that began it.
 * @param runToken names account and app to the server; the frame never sees it
 */
export function scoreService(
  { id: appId, version }: { id: string; version: string },
  runToken: () => Promise<string>,
): ScoreService {
  let run: Promise<BegunRun> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const submit = async ({ board, value, proof }: AppScore): Promise<SubmittedScore> => {
    const runId = proof && (await run)?.id;
    const body = { runToken: await runToken(), board, value, ...(runId && { proof: { ...proof, runId } }) };
    const saved = await api<SubmittedScore>(`/apps/${appId}/scores`, { method: "POST", body });
    void getQueryClient().invalidateQueries({ queryKey: scoreKeys.of(appId) });
    return saved;
  };
  return {
    begin: async () => {
      run = api<BegunRun>(`/apps/${appId}/scores/runs`, {
        method: "POST",
        body: { runToken: await runToken(), version },
      });
      return run;
    },
    // One after the other: the server takes the scores of a run in the order of its calls.
    submit: (score) => {
      const saved = last.then(() => refusing(() => submit(score)));
      last = saved.catch(() => undefined);
      return saved;
    },
    top: ({ board, period, following }) =>
      refusing(async () => {
        const of = following ? "following" : "everyone";
        const { items, mine, verified } = await fetchScores(appId, {
          board,
          period,
          of,
          limit: SCORES_PAGE_MAX,
        });
        return { entries: items.map(entryOf), mine: mine && entryOf(mine), verified };
      }),
  };
}

function entryOf({ rank, value, person, isMine }: ScoreEntry): AppScoreEntry {
  return { rank, value, name: person ? person.displayName || person.username : "", me: isMine };
}

async function refusing<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError) throw new CallRefused(error.code, error.message);
    throw error;
  }
}

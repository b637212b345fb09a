import "server-only";
import { createHmac } from "node:crypto";
import { serverEnv } from "@/lib/config/env.server";
import {
  PROBLEM_MIN_PEOPLE,
  PROBLEMS_PER_APP,
  PROBLEMS_PER_RUN,
  RARE_PROBLEMS_PER_APP,
} from "@/lib/config/statistics-limits";
import { inTransaction } from "@/lib/db/client";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { compareSemver } from "@/lib/package/semver";
import { pseudonym } from "@/lib/permissions/pseudonym.server";
import { AppError } from "@/lib/shared/errors";
import { getAppOrThrow, lockAppOrThrow, type Actor } from "./access-service";
import type { AppProblem, AppProblems, ReportProblems, SentProblem } from "./problem-contract";
import {
  addToRun,
  dropProblems,
  listProblems,
  type ProblemRecord,
  recordProblems,
  resolveProblem,
  type RunProblem,
} from "./problem-repository";
import { messageToKeep, placeToKeep, type ProblemKind } from "./problem-rules";
import { readRunToken, type RunClaims } from "./run-token-service";
import { getOwnAppOrThrow } from "./statistics-service";

/**
 * What goes wrong in the runs of an app, for its maker.
 *
 * Trust model. Untrusted: the app, which may throw what a person has saved or is called, and the person who runs it, who may
 * report anything. What must hold: only a counted run reports, each problem once, and only about its own app and version;
 * nothing names a person; a text is neither stored nor shown before several people have reported the same one; an app has a
 * bounded number of problems, and nobody's reports push out what several people have reported.
 */

/** @throws AppError unknown_app, forbidden, invalid_token, account_changed, rate_limited */
export async function reportProblems({
  viewer,
  id,
  report,
}: {
  viewer: Actor;
  id: string;
  report: ReportProblems;
}): Promise<void> {
  const run = await readRunToken(report.runToken);
  if (!run?.version || run.appId !== id) throw new AppError("invalid_token");
  if (run.userId !== viewer.id) throw new AppError("account_changed");
  const { version } = run;
  const app = await getAppOrThrow(id, viewer, "run");
  // Makers see their own in the terminal, and try unfinished work.
  if (app.ownerId === viewer.id) return;
  await consumeLimit("problemReports", `${viewer.id}:${id}`);
  const problems = new Map(report.problems.map((sent) => keptOf(sent, id)).map((kept) => [kept.id, kept]));
  const at = new Date();
  await inTransaction(async (tx) => {
    // Reports of one app follow each other: each depends on who has reported before.
    await lockAppOrThrow(id, viewer, "run", tx);
    const ids = await addToRun(
      {
        appId: id,
        run: pseudonym("problem-run", run.runId, id),
        ids: [...problems.keys()],
        at,
        max: PROBLEMS_PER_RUN,
      },
      tx,
    );
    if (ids.length === 0) return;
    const before = await listProblems(id, ids, tx);
    const counted = ids.map((each) =>
      countedOf(
        problems.get(each)!,
        before.filter((record) => record.id === each),
        { ...run, version },
      ),
    );
    await recordProblems({ appId: id, version, problems: counted, at }, tx);
    await dropProblems({ appId: id, at, max: PROBLEMS_PER_APP, maxRare: RARE_PROBLEMS_PER_APP }, tx);
  });
}

/** @param before the same problem in all versions */
function countedOf(
  kept: Kept,
  before: ProblemRecord[],
  { userId, appId, version }: RunClaims & { version: string },
): RunProblem {
  const isResolved = before.some(
    (each) => each.resolvedAt !== null && compareSemver(each.version, version) >= 0,
  );
  const reporter = pseudonym("problem-reporter", userId, `${appId}:${kept.id}`);
  const people = new Set([...before.flatMap(({ reporters }) => reporters), reporter]);
  if (people.size >= PROBLEM_MIN_PEOPLE || before.some(({ message }) => message !== null))
    return { ...kept, reporters: [], isResolved };
  const here = before.find((each) => each.version === version)?.reporters ?? [];
  return { ...kept, message: null, place: null, reporters: [...new Set([...here, reporter])], isResolved };
}

type Kept = { id: string; kind: ProblemKind; message: string; place: string };

function keptOf(sent: SentProblem, appId: string): Kept {
  const kept =
    sent.kind === "ended"
      ? { kind: sent.kind, message: sent.message, place: "" }
      : {
          kind: sent.kind,
          message: messageToKeep(sent.message),
          place: placeToKeep(sent.file, sent.line),
        };
  return { id: idOf(kept, appId), ...kept };
}

/** A UUID (version 8) of what makes two problems of an app the same. Without the key, no guess of a text can be checked. */
function idOf({ kind, message, place }: Omit<Kept, "id">, appId: string): string {
  const hash = createHmac("sha256", `problem:${serverEnv().dataSecret}`)
    .update(JSON.stringify([appId, kind, message, place]))
    .digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

/** The most frequent first. @throws AppError unknown_app for everybody but the owner */
export async function getProblems({ viewer, id }: { viewer: Actor; id: string }): Promise<AppProblems> {
  await getOwnAppOrThrow(id, viewer);
  const shown = new Map<string, ShownRecord[]>();
  const rare = new Set<string>();
  for (const record of await listProblems(id)) {
    if (isShown(record)) shown.set(record.id, [...(shown.get(record.id) ?? []), record]);
    else rare.add(record.id);
  }
  const items = [...shown.values()].map(present);
  return {
    items: items.sort((a, b) => b.runs - a.runs || b.lastAt.localeCompare(a.lastAt)),
    rare: rare.size,
  };
}

type ShownRecord = ProblemRecord & { message: string; place: string };
const isShown = (record: ProblemRecord): record is ShownRecord =>
  record.message !== null && record.place !== null;

function present(records: ShownRecord[]): AppProblem {
  const versions = records.map(({ version }) => version).sort(compareSemver);
  const { id, kind, message, place } = records[0]!;
  const times = (key: "firstAt" | "lastAt") => records.map((record) => record[key].getTime());
  return {
    id,
    kind: kind as ProblemKind,
    message,
    place,
    runs: records.reduce((sum, { runs }) => sum + runs, 0),
    firstAt: new Date(Math.min(...times("firstAt"))).toISOString(),
    lastAt: new Date(Math.max(...times("lastAt"))).toISOString(),
    since: versions[0]!,
    version: versions.at(-1)!,
    resolved: records.every(({ resolvedAt }) => resolvedAt !== null),
  };
}

/** Marks a problem as resolved until a higher version has it, or as open. @throws AppError unknown_app, not_found */
export async function setResolved({
  viewer,
  id,
  problemId,
  resolved,
}: {
  viewer: Actor;
  id: string;
  problemId: string;
  resolved: boolean;
}): Promise<AppProblems> {
  await getOwnAppOrThrow(id, viewer);
  await inTransaction(async (tx) => {
    await lockAppOrThrow(id, viewer, "view", tx);
    const resolvedAt = resolved ? new Date() : null;
    if (!(await resolveProblem({ appId: id, id: problemId, resolvedAt }, tx)))
      throw new AppError("not_found");
  });
  return getProblems({ viewer, id });
}

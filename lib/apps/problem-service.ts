import "server-only";
import { createHash } from "node:crypto";
import { PROBLEMS_PER_APP } from "@/lib/config/statistics-limits";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { compareSemver } from "@/lib/package/semver";
import { AppError } from "@/lib/shared/errors";
import { getAppOrThrow, type Actor } from "./access-service";
import type { AppProblem, AppProblems, ReportProblems, SentProblem } from "./problem-contract";
import {
  findResolved,
  listProblems,
  type ProblemRecord,
  recordProblems,
  resolveProblem,
} from "./problem-repository";
import { messageToKeep, placeToKeep, type ProblemKind } from "./problem-rules";
import { readRunToken } from "./run-token-service";
import { getOwnAppOrThrow } from "./statistics-service";

/**
 * What goes wrong in the runs of an app, for its maker.
 *
 * Trust model. Untrusted: the app, and the person who runs it, who may report anything. What must hold: only a counted run
 * reports, and only about its own app and version; nothing names a person, nor keeps a value of theirs; an app has a bounded
 * number of problems.
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
  const problems = [...new Map(report.problems.map(keptOf).map((kept) => [kept.id, kept])).values()];
  const resolved = await findResolved(
    id,
    problems.map((problem) => problem.id),
  );
  const isResolved = (problemId: string): boolean =>
    resolved.some((each) => each.id === problemId && compareSemver(each.version, version) >= 0);
  await recordProblems({
    appId: id,
    version,
    problems: problems.map((problem) => ({ ...problem, isResolved: isResolved(problem.id) })),
    at: new Date(),
    max: PROBLEMS_PER_APP,
  });
}

type Kept = { id: string; kind: ProblemKind; message: string; place: string };

function keptOf(sent: SentProblem): Kept {
  const kept =
    sent.kind === "ended"
      ? { kind: sent.kind, message: sent.message, place: "" }
      : {
          kind: sent.kind,
          message: messageToKeep(sent.message),
          place: placeToKeep(sent.file, sent.line),
        };
  return { id: idOf(kept), ...kept };
}

/** A UUID (version 8) of what makes two problems the same. */
function idOf({ kind, message, place }: Omit<Kept, "id">): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([kind, message, place]))
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
  const byId = new Map<string, ProblemRecord[]>();
  for (const record of await listProblems(id)) byId.set(record.id, [...(byId.get(record.id) ?? []), record]);
  const items = [...byId.values()].map(present);
  return { items: items.sort((a, b) => b.runs - a.runs || b.lastAt.localeCompare(a.lastAt)) };
}

function present(records: ProblemRecord[]): AppProblem {
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
  if (!(await resolveProblem(id, problemId, resolved ? new Date() : null))) throw new AppError("not_found");
  return getProblems({ viewer, id });
}

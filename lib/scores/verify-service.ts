import "server-only";
import { createHash, randomInt } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { getAppOrThrow, type Actor } from "@/lib/apps/access-service";
import { getAppPackage } from "@/lib/apps/file-service";
import { SCORE_RUN_KEPT_MS } from "@/lib/config/limits";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { readPackage } from "@/lib/package/read-package";
import { appPersonId } from "@/lib/permissions/service";
import { AppError } from "@/lib/shared/errors";
import type { BegunRun, ScoreProof, SubmitScore } from "./contract";
import { readRunLog, runAgain } from "./replay.server";
import { findRun, insertRun, spendRun, type ScoreRunRecord } from "./run-repository";
import { checkRun } from "./run-check-service";
import { fitsClock, isScriptFile, SCRIPT_FILES_MAX_BYTES } from "./rules";

/**
 * Scores that the server runs again before it takes them.
 *
 * Trust model. Untrusted: the browser, which may send any log. What must hold: what is accepted came out of the current version
 * of the app, with the seed that the server gave to this person, from inputs of about the time that has passed; and the same
 * inputs count once. It does not show that a person made the inputs, nor that what the app read from its storage is true.
 */
type AppRecord = Awaited<ReturnType<typeof getAppOrThrow>>;

const SEEDS = 2 ** 32;
const MEMORY_MB = 64;

/**
 * Begins a run that is recorded.
 * @throws AppError unknown_app, forbidden, account_changed, invalid_token, score_unverified, rate_limited
 */
export async function beginRun({
  viewer,
  appId,
  runToken,
  version,
}: {
  viewer: Actor;
  appId: string;
  runToken: string;
  version: string;
}): Promise<BegunRun> {
  await checkRun(runToken, { viewer, appId });
  const app = await getAppOrThrow(appId, viewer, "run");
  await consumeLimit("scores", `${viewer.id}:${appId}`);
  const isVerified = app.manifest.scores?.some(({ verified }) => verified) ?? false;
  if (!isVerified || app.version !== version) throw unverified("Another version is the current one.");
  const run = { id: uuidv7(), seed: BigInt(randomInt(SEEDS)), startedAt: new Date() };
  await insertRun({ ...run, appId, userId: viewer.id, version });
  return { id: run.id, seed: Number(run.seed), startMs: run.startedAt.getTime() };
}

/**
 * Accepts a score that comes out again, once.
 * @throws AppError score_unverified, score_used, score_checks_busy, rate_limited
 */
export async function verifyScore({
  viewer,
  app,
  score: { board, value, proof },
}: {
  viewer: Actor;
  app: AppRecord;
  score: SubmitScore;
}): Promise<void> {
  const now = Date.now();
  if (!proof) throw unverified("The run was not recorded.");
  const run = await findRun(proof.runId);
  if (!run || run.userId !== viewer.id || run.appId !== app.id) throw unverified("There is no such run.");
  if (now - run.startedAt.getTime() > SCORE_RUN_KEPT_MS) throw unverified("The run is too old.");
  if (run.version !== app.version) throw unverified("The run was of another version.");
  if (proof.call <= run.lastCall) throw new AppError("score_used");
  const { log } = proof;
  if (hashOf(log.slice(0, run.logChars)) !== (run.logHash || hashOf("")))
    throw unverified("The run goes on differently from before.");
  const recorded = readRunLog(log);
  if (!recorded) throw unverified("The log cannot be read.");
  if (!fitsClock(recorded.lastAt, now - run.startedAt.getTime()))
    throw unverified("The times of the log are not those of the run.");
  await consumeLimit("scoreChecks", viewer.id);
  const { scores, problem } = await replay({ viewer, app, run, proof });
  if (problem !== null) throw unverified(problem);
  const found = scores.find(({ call }) => call === proof.call);
  if (found?.board !== board || found.value !== value) throw unverified("Another score came out.");
  const used = { lastCall: proof.call, logChars: log.length, logHash: hashOf(log) };
  if (!(await spendRun(run, used))) throw new AppError("score_used");
}

async function replay({
  viewer,
  app,
  run,
  proof,
}: {
  viewer: Actor;
  app: AppRecord;
  run: ScoreRunRecord;
  proof: ScoreProof;
}) {
  const { manifest } = app;
  return runAgain({
    entry: manifest.entry.module!,
    files: await scriptFiles(viewer, app),
    memoryMb: Math.min(manifest.limits.memory_mb ?? MEMORY_MB, MEMORY_MB),
    facts: {
      app: { id: app.id, name: app.name, version: app.version },
      userId: appPersonId(viewer.id, app.id),
    },
    deterministic: { seed: Number(run.seed), startMs: run.startedAt.getTime(), recorded: true },
    log: proof.log,
  });
}

/** The files that a script can import. @throws AppError score_unverified where they are too large */
async function scriptFiles(viewer: Actor, app: AppRecord): Promise<[string, string][]> {
  const stored = await getAppPackage({ viewer, id: app.id });
  const reader = readPackage(await stored.readWhole());
  const names = reader.paths.filter((name) => isScriptFile(name) || name === reader.entry);
  const size = names.reduce((sum, name) => sum + reader.packed(name).size, 0);
  if (size > SCRIPT_FILES_MAX_BYTES) throw unverified("The scripts of this app are too large to run again.");
  const decoder = new TextDecoder();
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [
      name,
      decoder.decode(await reader.readWithPauses(name)),
    ]),
  );
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function unverified(reason: string): AppError {
  return new AppError("score_unverified", { details: { reason } });
}

import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { TRIAL_WAIT_MS, TRIALS_WAITING_MAX, UNTRIED_KEPT_MS } from "@/lib/config/trial-limits";
import { db } from "@/lib/db/client";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage, type ImageTarget } from "@/lib/files/image-encoder";
import { logger } from "@/lib/infra/logger";
import { runLater } from "@/lib/infra/late-work";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { allowancesOf } from "@/lib/package/frame-allowance";
import { allowedHandlerHashes, type Manifest } from "@/lib/package/manifest-contract";
import { readPackage } from "@/lib/package/read-package";
import { AppError } from "@/lib/shared/errors";
import { getAppOrThrow, getSharedAppOrThrow, type Actor } from "./access-service";
import type { AppRecord } from "./repository";
import { dropFiles, packageKeyOf } from "./package-file-service";
import { findChromium, openInBrowser } from "./trial-browser.server";
import type { AppTrial, Trial } from "./trial-contract";
import { versionOf } from "./presenter";
import { presentTrial } from "./trial-presenter";
import {
  deleteTrials,
  findTrial,
  listTrials,
  saveTrial,
  type TrialFacts,
  type TrialKey,
  type TrialRecord,
} from "./trial-repository";
import { startTimeOf, type TrialCause, type TrialPicture } from "./trial-rules";
import { issueTrialToken } from "./trial-token-service";

/** The package of a trial: stored, but not necessarily that of an app yet. */
type TrialSubject = {
  ownerId: string;
  name: string;
  manifest: Manifest;
  packageSha256: string;
  packageBytes: number;
};

const HANDLERS_MAX = 50;
const PICTURE: ImageTarget = { width: 1600, height: 1600, fit: "inside" };

const keyOf = ({ packageSha256, manifest }: TrialSubject): TrialKey => ({
  packageSha256,
  allowances: allowancesOf(manifest).join(" "),
});

/** The trial of the current version, for those who may see the app. */
export async function getTrial({ viewer, id }: { viewer: Actor; id: string }): Promise<AppTrial> {
  const app = await getAppOrThrow(id, viewer, "view");
  return answer(app, viewer, await findTrial(keyOf(app)));
}

/** For the page of a shared app, whose reader may be a guest. @throws AppError share_ended */
export async function findSharedTrial(shareId: string): Promise<Trial | null> {
  const app = await getSharedAppOrThrow(shareId, null);
  const trial = await findTrial(keyOf(app));
  if (!trial || trial.outcome === "untried") return null;
  return presentTrial(trial, { appId: app.id, address: { via: "share", shareId }, isOwner: false });
}

/** Tries the current version now, unless it has been tried. */
export async function tryApp({
  viewer,
  id,
  again,
}: {
  viewer: Actor;
  id: string;
  again: boolean;
}): Promise<AppTrial> {
  const app = await getAppOrThrow(id, viewer, "publish");
  return answer(app, viewer, await tryPackage(app, { again }));
}

function answer(app: AppRecord, viewer: Actor, trial: TrialRecord | null): AppTrial {
  const isOwner = app.ownerId === viewer.id;
  const shown = trial && (isOwner || trial.outcome !== "untried");
  return {
    enabled: serverEnv().APP_TRIAL,
    trial: shown ? presentTrial(trial, { appId: app.id, address: { via: "id" }, isOwner }) : null,
  };
}

/** The key of a picture of the current version's trial, for those who may see the app. */
export async function findTrialPictureKey(app: AppRecord, picture: TrialPicture): Promise<string | null> {
  const trial = await findTrial(keyOf(app));
  return trial && pictureKeyOf(trial, picture);
}

/** The same for the trials of a package that its maker has not published. @param v of the picture's URL */
export async function findUnpublishedPictureKey(
  packageSha256: string,
  picture: TrialPicture,
  v: string | undefined,
): Promise<string | null> {
  const keys = (await listTrials(packageSha256)).map((trial) => pictureKeyOf(trial, picture));
  return keys.find((key) => key !== null && versionOf(key) === v) ?? null;
}

const pictureKeyOf = ({ desktopKey, phoneKey }: TrialRecord, picture: TrialPicture): string | null =>
  picture === "desktop" ? desktopKey : phoneKey;

/**
 * Refuses a package that does not start. One that could not be tried is let through: a server without a browser, or a busy
 * one, publishes all the same.
 * @throws AppError app_does_not_start (details: cause, errors)
 */
export async function requireStart(subject: TrialSubject): Promise<void> {
  const trial = await tryPackage(subject);
  if (trial?.outcome !== "failed") return;
  const { cause, facts } = trial;
  const [first] = facts.errors;
  throw new AppError("app_does_not_start", {
    message: `${subject.name} does not start${first ? `: ${first}` : "."}`,
    details: { cause, errors: facts.errors },
  });
}

/**
 * Has the maker look at the trial of a new version before it is published. Where the instance cannot try anything, there is
 * nothing to look at.
 * @throws AppError trial_unseen (details: trial)
 */
export async function requireLook(subject: TrialSubject, appId: string): Promise<void> {
  const record = await tryPackage(subject);
  if (!record || record.cause === "no_browser") return;
  const unpublished = subject.packageSha256;
  const trial = presentTrial(record, { appId, address: { via: "id" }, isOwner: true, unpublished });
  throw new AppError("trial_unseen", { details: { trial } });
}

/** For versions that are published without waiting for a trial. */
export function tryLater(subject: TrialSubject): void {
  runLater(() => tryPackage(subject), "trying an app failed");
}

/**
 * The trial of a package; made now if there is none, or an old one without a result. Null where the instance
 * tries nothing.
 */
async function tryPackage(subject: TrialSubject, { again = false } = {}): Promise<TrialRecord | null> {
  if (!serverEnv().APP_TRIAL) return null;
  const key = keyOf(subject);
  const before = await findTrial(key);
  if (before && !again && (before.outcome !== "untried" || isRecent(before))) return before;
  if (!isUnderWay(key) && (isFull() || !(await mayTry(subject)))) return untried(subject, "busy");
  const late = new Promise<TrialRecord>((resolve) => {
    setTimeout(() => resolve(untried(subject, "busy")), TRIAL_WAIT_MS).unref();
  });
  return Promise.race([inTurn(key, () => makeTrial(subject, key)), late]);
}

const isRecent = ({ triedAt }: TrialRecord): boolean => Date.now() - triedAt.getTime() < UNTRIED_KEPT_MS;

/** Whether the owner has trials left. */
async function mayTry({ ownerId }: TrialSubject): Promise<boolean> {
  try {
    await consumeLimit("appTrials", ownerId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}

/** Trials under way and waiting. On globalThis: Next may bundle this module twice. */
const holder = globalThis as typeof globalThis & {
  gumTrials?: { last: Promise<unknown>; byKey: Map<string, Promise<TrialRecord>> };
};
const trials = () => (holder.gumTrials ??= { last: Promise.resolve(), byKey: new Map() });

const nameOf = ({ packageSha256, allowances }: TrialKey): string => `${packageSha256} ${allowances}`;
const isUnderWay = (key: TrialKey): boolean => trials().byKey.has(nameOf(key));
/** The queue is too long. */
const isFull = (): boolean => trials().byKey.size > TRIALS_WAITING_MAX;

/** One browser at a time in this process, and one trial of a package. */
function inTurn(key: TrialKey, make: () => Promise<TrialRecord>): Promise<TrialRecord> {
  const { last, byKey } = trials();
  const name = nameOf(key);
  const known = byKey.get(name);
  if (known) return known;
  const trial = last.then(make).finally(() => byKey.delete(name));
  byKey.set(name, trial);
  trials().last = trial.catch(() => undefined);
  return trial;
}

/** Never throws: a failure here is not the app's. */
async function makeTrial(subject: TrialSubject, key: TrialKey): Promise<TrialRecord> {
  const chromium = findChromium();
  let trial: TrialRecord | null = null;
  try {
    trial = chromium ? await openOnce(subject, key, chromium) : untried(subject, "no_browser");
    const { stored, unused } = await saveTrial(key, trial);
    await dropFiles(unused);
    await forgetRemoved(key);
    return stored;
  } catch (err) {
    logger().error({ err }, "trying an app failed");
    if (trial) await dropFiles([trial.desktopKey, trial.phoneKey]);
    return untried(subject, "browser_failed");
  }
}

/** The package may have been removed while it was tried, with the trials of it. */
async function forgetRemoved({ packageSha256 }: TrialKey): Promise<void> {
  if (await fileStore().has(packageKeyOf(packageSha256))) return;
  await dropFiles(await deleteTrials(packageSha256, db()));
}

async function openOnce(subject: TrialSubject, key: TrialKey, chromium: string): Promise<TrialRecord> {
  const { packageSha256: sha256, packageBytes: bytes, name } = subject;
  const token = await issueTrialToken({ sha256, bytes });
  const found = await openInBrowser(chromium, { token, sha256, name, allow: key.allowances });
  const { report, pictures, outcome, cause } = found;
  const empty = untried(subject, cause);
  const facts: TrialFacts = {
    ...empty.facts,
    startMs: startTimeOf(report),
    errors: report.errors,
    hosts: report.hosts,
    files: await countFiles(sha256),
    saves: outcome === "started" ? report.saves : null,
    fitsPhone: found.fitsPhone,
    keyboard: found.keyboard,
  };
  const [desktopKey, phoneKey] = await Promise.all([
    storePicture(pictures.desktop),
    storePicture(pictures.phone),
  ]);
  return { ...empty, outcome, facts, desktopKey, phoneKey };
}

function untried({ manifest, packageBytes }: TrialSubject, cause: TrialCause | null): TrialRecord {
  return {
    outcome: "untried",
    cause,
    facts: {
      startMs: null,
      errors: [],
      hosts: [],
      handlers: allowedHandlerHashes(manifest).slice(0, HANDLERS_MAX),
      packageBytes,
      files: 0,
      saves: null,
      fitsPhone: null,
      keyboard: null,
    },
    desktopKey: null,
    phoneKey: null,
    triedAt: new Date(),
  };
}

/** Its reader has checked the package at the upload. */
async function countFiles(sha256: string): Promise<number> {
  const bytes = await fileStore().get(packageKeyOf(sha256));
  return bytes ? readPackage(bytes).paths.length : 0;
}

async function storePicture(png: Uint8Array | null): Promise<string | null> {
  if (!png) return null;
  try {
    const { bytes, extension } = await encodeImage(png, PICTURE);
    const key = randomFileKey("apps", extension);
    await fileStore().put(key, bytes);
    return key;
  } catch (err) {
    // The trial is useful without it, too.
    logger().warn({ err }, "could not store a picture of a trial");
    return null;
  }
}

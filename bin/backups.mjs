/**
 * `node bin/backups.mjs`: a backup into BACKUP_URL (`s3://bucket/prefix`) every day after BACKUP_HOUR, in UTC, of which the
 * BACKUP_KEEP newest stay, and every week a restore of the newest (`gum backup verify`). For containers; elsewhere timers
 * run both. What is due follows from the backups that are there and from the notes in the database, so a restart misses
 * none and repeats none.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isCheckDue, isDue, readPlan } from "./gum/backup-plan.mjs";
import { instanceUrl } from "./gum/database-url.mjs";
import { readOperation } from "./gum/operations.mjs";
import { listBackups, openPlace } from "./gum/s3-place.mjs";
import { Fault } from "./launcher/fault.mjs";

const LOOK_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 60 * 60_000;

const stopped = new AbortController();
let child;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    stopped.abort();
    child?.kill(signal);
  });

/** In a process of its own: what breaks there does not end the schedule. */
async function gum(...args) {
  child = spawn(process.execPath, [new URL("gum.mjs", import.meta.url).pathname, ...args], {
    stdio: "inherit",
  });
  const [status] = await once(child, "exit");
  if (status !== 0 && !stopped.signal.aborted)
    throw new Fault(`gum ${args.slice(0, 2).join(" ")} failed (${status ?? "killed"}).`);
}

async function workIfDue({ url, hour, keep }) {
  const newest = (await listBackups(openPlace(url))).at(-1);
  if (isDue({ newest, hour, now: new Date() })) await gum("backup", url, "--keep", keep);
  const last = await readOperation(await instanceUrl(), "backup-check");
  if (isCheckDue({ ...last, now: new Date() })) await gum("backup", "verify", url);
}

try {
  const plan = readPlan(process.env);
  openPlace(plan.url);
  while (!stopped.signal.aborted) {
    const isDone = await workIfDue(plan).then(
      () => true,
      (error) => console.error(error.message),
    );
    await sleep(isDone ? LOOK_MS : AFTER_FAILURE_MS, undefined, { signal: stopped.signal }).catch(() => {});
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

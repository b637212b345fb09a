import { Fault } from "../launcher/fault.mjs";
import { momentOf } from "./s3-place.mjs";

const DAY_MS = 24 * 60 * 60_000;

/** What bin/backups.mjs is to do. @throws {Fault} naming the setting that is missing or wrong */
export function readPlan({ BACKUP_URL: url, BACKUP_HOUR = "3", BACKUP_KEEP: keep = "30" }) {
  if (!url?.startsWith("s3://")) throw new Fault("Set BACKUP_URL to an address such as s3://bucket/prefix.");
  if (!/^([01]?\d|2[0-3])$/.test(BACKUP_HOUR)) throw new Fault("BACKUP_HOUR is an hour of the day, 0 to 23.");
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new Fault("BACKUP_KEEP is a number of backups, at least 1.");
  return { url, hour: Number(BACKUP_HOUR), keep };
}

/**
 * Whether there is no backup since the hour last came.
 * @param {{ newest?: string, hour: number, now: Date }} options `newest`: the time of the newest backup, as it is named
 */
export function isDue({ newest, hour, now }) {
  if (!newest) return true;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  const last = today <= now.getTime() ? today : today - DAY_MS;
  return momentOf(newest).getTime() < last;
}

/** Whether the last restore is a week old; one that failed is tried again after a day, because it costs as much. */
export function isCheckDue({ succeededAt, failedAt, now }) {
  const since = (moment) => (moment ? now.getTime() - moment.getTime() : Infinity);
  return since(succeededAt) >= 7 * DAY_MS && since(failedAt) >= DAY_MS;
}

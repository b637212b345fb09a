import { gunzipSync, gzipSync } from "node:zlib";
import { loadDotEnv } from "../launcher/environment.mjs";
import { Fault } from "../launcher/fault.mjs";
import { UsageError } from "./arguments.mjs";
import { openBucket } from "./bucket.mjs";

/**
 * Backups in a bucket, below the prefix of `s3://bucket/prefix`:
 *   files/<area>/<name>        what people uploaded, once for all backups: a name always has the same content
 *   objects/<sha256>           rows as COPY writes them, in compressed parts; layout and secrets
 *   running/<kind>-<id>        a backup or a pruning under way (s3-marks.mjs)
 *   backups/<time>.json.gz     a backup: every object that it needs, with size and SHA-256. Written last
 */
export const FORMAT = 1;
const BACKUPS = "backups/";
const SUFFIX = ".json.gz";

export const isS3 = (target) => target.startsWith("s3://");

/**
 * The place that an address names, with the settings BACKUP_S3_*, or those of the instance.
 * @param {string} address `s3://bucket/prefix`, and for one backup `@time`
 */
export function openPlace(address) {
  loadDotEnv();
  const [, bucket, folder = "", at] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([\w./-]*))?(?:@([\w.:-]+))?$/i.exec(address) ?? [];
  const prefix = folder.replace(/\/+$/, "");
  if (!bucket || prefix.split("/").some((each) => each === ".." || each === "." || (prefix && !each)))
    throw new UsageError(`${address} is not an address such as s3://bucket/prefix.`);
  const { env } = process;
  const hasOwn = Boolean(env.BACKUP_S3_ACCESS_KEY_ID);
  if (env.BACKUP_S3_ENDPOINT && !hasOwn)
    throw new Fault(
      "BACKUP_S3_ENDPOINT is set: BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY are needed too.",
    );
  const endpoint = env.BACKUP_S3_ENDPOINT || env.S3_ENDPOINT;
  if (!endpoint) throw new Fault("Set BACKUP_S3_ENDPOINT, or S3_ENDPOINT: where the bucket is.");
  const store = openBucket({
    endpoint,
    bucket,
    region: env.BACKUP_S3_REGION || env.S3_REGION,
    accessKeyId: hasOwn ? env.BACKUP_S3_ACCESS_KEY_ID : env.S3_ACCESS_KEY_ID,
    secretAccessKey: hasOwn ? env.BACKUP_S3_SECRET_ACCESS_KEY : env.S3_SECRET_ACCESS_KEY,
  });
  if (store.endpoint === env.S3_ENDPOINT?.replace(/\/$/, "") && bucket === env.S3_BUCKET)
    throw new Fault(`${bucket} holds the files of the instance. A backup needs a bucket of its own.`);
  return {
    address: `s3://${bucket}/${prefix}`.replace(/\/$/, ""),
    store,
    prefix: prefix && `${prefix}/`,
    at,
  };
}

/** The times of the backups, oldest first. */
export async function listBackups({ store, prefix }) {
  const times = [];
  for await (const { key } of store.list(`${prefix}${BACKUPS}`))
    if (key.endsWith(SUFFIX)) times.push(key.slice(prefix.length + BACKUPS.length, -SUFFIX.length));
  return times.sort();
}

export const backupKey = ({ prefix }, time) => `${prefix}${BACKUPS}${time}${SUFFIX}`;

/** How a backup is called: a moment that sorts and is no work for any store. */
export const timeName = (date) => date.toISOString().replace(/[:.]/g, "-");

/** The moment of which `timeName` is the name. */
export const momentOf = (name) => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, "T$1:$2:$3.$4Z"));

/**
 * The time of the backup that the address names: `@2026-01-31` is the last one of that day; without any, the newest.
 */
export async function chosenTime(place) {
  const times = await listBackups(place);
  const begin = (place.at ?? "").replace(/[:.]/g, "-").replace(/Z$/, "");
  const time = times.filter((each) => each.startsWith(begin)).at(-1);
  if (time) return time;
  throw new Fault(`There is no backup ${place.at ? `of ${place.at} ` : ""}at ${place.address}.`);
}

export async function readManifest(place, time) {
  const bytes = await place.store.get(backupKey(place, time));
  if (!bytes) throw new Fault(`There is no backup ${time} at ${place.address}.`);
  let manifest;
  try {
    manifest = JSON.parse(gunzipSync(bytes).toString());
  } catch (error) {
    throw new Fault(`The backup ${time} cannot be read: ${error.message}`, { cause: error });
  }
  if (manifest.format !== FORMAT)
    throw new Fault(`The backup ${time} was made by another version of Gum (format ${manifest.format}).`);
  return manifest;
}

export const writeManifest = (place, time, manifest) =>
  place.store.put(backupKey(place, time), gzipSync(JSON.stringify({ format: FORMAT, ...manifest })));

/** What a backup needs, each object once. */
export function objectsOf({ files, entries }) {
  const objects = new Map();
  for (const [key, [size, hash]] of Object.entries(files)) objects.set(`files/${key}`, { size, hash });
  for (const { size, hash } of entries) objects.set(`objects/${hash}`, { size, hash });
  return objects;
}

import { UsageError } from "./arguments.mjs";
import { eachOf, rereading, sha256Of } from "./bucket.mjs";
import { AT_ONCE } from "./s3-archive.mjs";
import { withMark } from "./s3-marks.mjs";
import { backupKey, chosenTime, listBackups, objectsOf, openPlace, readManifest } from "./s3-place.mjs";

const NAMED_MAX = 10;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Prints the backups, oldest first. */
export async function list(address) {
  const place = openPlace(address);
  const times = await listBackups(place);
  for (const time of times) {
    const manifest = await readManifest(place, time);
    const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    const bytes = [...objectsOf(manifest).values()].reduce((sum, { size }) => sum + size, 0);
    const fileCount = Object.keys(manifest.files).length;
    console.log(`${time}  ${rows} rows, ${fileCount} files, ${megabytes(bytes)}`);
  }
  if (times.length === 0) console.log(`There is no backup at ${place.address}.`);
  return 0;
}

/** Reads every object of a backup and compares it with its SHA-256. */
export async function check(address) {
  const place = openPlace(address);
  const time = await chosenTime(place);
  const objects = objectsOf(await readManifest(place, time));
  const wrong = [];
  await eachOf(objects, AT_ONCE, async ([name, { size, hash }]) => {
    const found = await rereading(async () => {
      const stream = await place.store.open(place.prefix + name, size);
      return stream && sha256Of(stream);
    });
    if (!found) wrong.push(`Missing: ${name}`);
    else if (found !== hash) wrong.push(`Changed: ${name}`);
  });
  for (const line of wrong.slice(0, NAMED_MAX)) console.error(line);
  if (wrong.length > 0)
    console.error(
      `${wrong.length} of ${objects.size} objects of ${time} are not as they were written. Remove changed ones: the next backup sends them again.`,
    );
  else console.log(`${time}: ${objects.size} objects are as they were written.`);
  return wrong.length > 0 ? 1 : 0;
}

export function readKeep(keep) {
  if (keep === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new UsageError("--keep is a number of backups, at least 1.");
  return Number(keep);
}

/** Removes all but the newest backups, and then what no backup needs. */
export async function prune(place, keep) {
  const { store, prefix } = place;
  return withMark({ place, kind: "prune" }, async (assertHeld) => {
    const remove = (key) => {
      assertHeld();
      return store.delete(key);
    };
    const times = await listBackups(place);
    const old = times.slice(0, -keep);
    const needed = new Set();
    // Before anything is removed: one that cannot be read ends it.
    for (const time of times.slice(-keep))
      for (const name of objectsOf(await readManifest(place, time)).keys()) needed.add(name);
    for (const time of old) await remove(backupKey(place, time));
    let count = 0;
    let bytes = 0;
    const unneeded = async function* () {
      for (const folder of ["files/", "objects/"])
        for await (const object of store.list(prefix + folder))
          if (!needed.has(object.key.slice(prefix.length))) yield object;
    };
    await eachOf(unneeded(), AT_ONCE, async ({ key, size }) => {
      await remove(key);
      count++;
      bytes += size;
    });
    console.log(
      `Removed ${old.length} backups and ${count} objects, ${megabytes(bytes)}; kept ${times.length - old.length}.`,
    );
    return 0;
  });
}

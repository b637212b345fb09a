import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../launcher/fault.mjs";

/**
 * Backups and prunings exclude each other: a backup counts on objects that are there, a pruning removes some. Restores
 * exclude prunings, too. Each writes its mark first and looks for the others' afterwards, so of two that begin together
 * at least one sees the other. A pruning never waits: of two that wait for each other none would end. Times are those of
 * the store. The mark of a process that died counts until it is stale.
 */
const RENEW_MS = 60_000;
const STALE_MS = 10 * 60_000;
/** A deletion, with its attempts, fits in the rest. */
const TRUSTED_MS = STALE_MS / 2;
const LOOK_MS = 2_000;

/**
 * @param {"backup" | "prune" | "restore"} options.kind
 * @param work receives a function that throws once others may take the mark for stale
 */
export async function withMark({ place, kind }, work) {
  const mark = new Mark(place, kind);
  let now;
  try {
    now = await mark.write();
  } catch (error) {
    if (kind !== "restore") throw error;
    // Whoever restores may have credentials that only read.
    console.error(`${error.message} No mark was written: prune nothing there until this is over.`);
    return work(() => {});
  }
  mark.keep();
  try {
    if (kind === "prune" && (await mark.hasOthers(now)))
      throw new Fault(
        "A backup, a restore or a pruning is under way there, or was cut off in the last ten minutes. Nothing was removed; prune later.",
      );
    while (kind !== "prune" && (await mark.hasOthers(now))) {
      await sleep(LOOK_MS);
      now = await mark.write();
    }
    return await work(() => mark.assertHeld());
  } finally {
    await mark.remove();
  }
}

class Mark {
  #store;
  #folder;
  #kind;
  #key;
  #timer;
  /** The renewal under way. */
  #renewal = null;
  /** When the last write that succeeded began: the store cannot have stamped it earlier. */
  #writtenAt = Date.now();
  #wasStale = false;

  constructor({ store, prefix }, kind) {
    this.#store = store;
    this.#folder = `${prefix}running/`;
    this.#kind = kind;
    this.#key = `${this.#folder}${kind}-${randomBytes(8).toString("hex")}`;
  }

  /** @returns the time at the store */
  async write() {
    const began = Date.now();
    const now = await this.#store.put(this.#key, Buffer.from(new Date(began).toISOString()));
    // A mark that was away for a while stays lost, even if it is there again: others may have begun meanwhile.
    this.#wasStale ||= began - this.#writtenAt > TRUSTED_MS;
    this.#writtenAt = began;
    return now;
  }

  keep() {
    this.#timer = setInterval(() => {
      this.#renewal ??= this.write()
        .catch(() => {})
        .finally(() => (this.#renewal = null));
    }, RENEW_MS);
    this.#timer.unref();
  }

  assertHeld() {
    if (this.#wasStale || Date.now() - this.#writtenAt > TRUSTED_MS)
      throw new Fault(
        "The mark of this pruning was not renewed for minutes, so a backup may have begun. Prune again.",
      );
  }

  async hasOthers(now) {
    let found = false;
    for await (const { key, at } of this.#store.list(this.#folder)) {
      if (now - at >= STALE_MS) await this.#store.delete(key);
      else if (key !== this.#key) found ||= this.#kind === "prune" || key.startsWith(`${this.#folder}prune-`);
    }
    return found;
  }

  /** After the renewal under way, which would bring it back. */
  async remove() {
    clearInterval(this.#timer);
    await this.#renewal;
    await this.#store.delete(this.#key).catch(() => {});
  }
}

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../launcher/fault.mjs";

/**
 * Backups and prunings exclude each other: a backup counts on objects that are there, a pruning removes some. Each writes
 * its mark first and looks for the others' afterwards, so of two that begin together at least one sees the other.
 * Times are those of the store. The mark of a process that died counts until it is stale.
 */
const RENEW_MS = 60_000;
const STALE_MS = 10 * 60_000;
const LOOK_MS = 2_000;

/** @param {"backup" | "prune"} kind */
export async function withMark({ place, kind }, work) {
  const { store, prefix } = place;
  const folder = `${prefix}running/`;
  const own = `${folder}${kind}-${randomBytes(8).toString("hex")}`;
  const write = () => store.put(own, Buffer.from(new Date().toISOString()));
  const othersAt = async (now) => {
    const others = [];
    for await (const { key, at } of store.list(folder)) {
      if (now - at >= STALE_MS) await store.delete(key);
      else if (key !== own && (kind === "prune" || key.startsWith(`${folder}prune-`))) others.push(key);
    }
    return others;
  };
  let now = await write();
  const timer = setInterval(() => void write().catch(() => {}), RENEW_MS);
  timer.unref();
  try {
    if (kind === "prune" && (await othersAt(now)).length > 0)
      throw new Fault(
        "A backup or a pruning is under way there, or was cut off in the last ten minutes. Nothing was removed; prune later.",
      );
    while ((await othersAt(now)).length > 0) {
      await sleep(LOOK_MS);
      now = await write();
    }
    return await work();
  } finally {
    clearInterval(timer);
    await store.delete(own).catch(() => {});
  }
}

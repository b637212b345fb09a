import fs from "node:fs";
import path from "node:path";
import { Fault } from "./fault.mjs";
import { readJson, writeFileAtomic } from "./paths.mjs";
import { isAlive, processIdentity, sleep } from "./processes.mjs";

/**
 * Locks a data folder for one launcher. The lock file names its process; the lock of a dead process is reclaimed.
 * Exclusive creation decides between two that start at once. A lock file is empty for the instant between its creation
 * and its first write, so a reader waits for the content.
 * @throws {Fault} if another launcher holds the lock
 */
export async function takeLock(dir, command) {
  const file = path.join(dir, "launcher.lock");
  const content = { pid: process.pid, identity: processIdentity(process.pid), command };
  for (let attempt = 0; attempt < 40; attempt += 1) {
    try {
      const handle = fs.openSync(file, "wx", 0o644);
      fs.writeFileSync(handle, JSON.stringify(content));
      fs.closeSync(handle);
      return lockHandle(file, content);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = readJson(file);
    if (holder && isRunning(holder)) throw alreadyRunning(dir, holder);
    // Unreadable at first: being written. Unreadable for longer: its writer died.
    if (!holder && attempt < 20) await sleep(25);
    else await removeStale(file, holder);
  }
  throw new Fault(
    `The lock file ${file} cannot be taken. Delete it if no other Gum runs in this folder, then try again.`,
  );
}

function isRunning(holder) {
  if (holder.pid === process.pid || !isAlive(holder.pid)) return false;
  const identity = processIdentity(holder.pid);
  return !holder.identity || !identity || holder.identity === identity;
}

/** Moves the stale lock aside, and restores it if another launcher took over in the same instant. */
async function removeStale(file, expected) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  const moved = readJson(aside);
  if (moved && isRunning(moved) && moved.pid !== expected?.pid) {
    try {
      fs.linkSync(aside, file);
    } catch {
      // A third launcher holds it by now.
    }
  }
  fs.rmSync(aside, { force: true });
}

function alreadyRunning(dir, holder) {
  const where = holder.url ? ` and serves ${holder.url}` : "";
  return new Fault(
    `Gum already runs in this folder: ${holder.command} (process ${holder.pid}) uses ${dir}${where}. ` +
      `Use that one, stop it (Ctrl+C there, or kill ${holder.pid}), or set VAR_DIR and PORT for a second one.`,
  );
}

function lockHandle(file, content) {
  const release = () => {
    if (readJson(file)?.pid === process.pid) fs.rmSync(file, { force: true });
  };
  return {
    /** Adds the address, for the message that the next launcher prints. */
    announce: (url) => writeFileAtomic(file, JSON.stringify({ ...content, url })),
    release,
  };
}

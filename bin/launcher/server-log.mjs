import fs from "node:fs";
import readline from "node:readline";
import { say } from "./steps.mjs";

const MAX_BYTES = 10 * 1024 * 1024;
/** What `next start` prints about itself; the launcher says where the product is. */
const NEXT_BANNER = /^(?:▲ Next\.js|- (?:Local|Network):| ✓ (?:Starting|Ready))/;
const QUIET = new Set(["trace", "debug", "info"]);

/**
 * Where the server's lines go: all of them into `file` (one older file is kept, so it never grows without end); on to
 * the terminal only what a person should see there, and all of them where something else collects our output.
 */
export function createServerLog(file, { everything = !process.stdout.isTTY } = {}) {
  let size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const keep = (line) => {
    try {
      if (size > MAX_BYTES) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, `${line}\n`);
      size += Buffer.byteLength(line) + 1;
    } catch {
      // A full disk must not end the server; the lines still reach the terminal.
    }
  };
  const take = (line) => {
    keep(line);
    if (everything || isForPeople(line)) say(line);
  };
  return {
    /** Takes the lines of one of the server's streams. */
    collect: (stream) => {
      readline.createInterface({ input: stream, crlfDelay: Infinity }).on("line", take);
    },
  };
}

/** Everything but the structured lines about ordinary business. */
export function isForPeople(line) {
  if (!line.trim()) return false;
  if (!line.startsWith("{")) return !NEXT_BANNER.test(line);
  try {
    return !QUIET.has(JSON.parse(line).level);
  } catch {
    return true;
  }
}

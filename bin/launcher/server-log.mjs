import fs from "node:fs";
import readline from "node:readline";
import { say } from "./steps.mjs";

const MAX_BYTES = 10 * 1024 * 1024;
/** What `next start` prints about itself; the launcher prints the address. */
const NEXT_BANNER = /^(?:▲ Next\.js|- (?:Local|Network):| ✓ (?:Starting|Ready))/;
const QUIET = new Set(["trace", "debug", "info"]);

/**
 * Writes the server's output to `file`, rotated at 10 MB with one older file kept, and to stdout: on a terminal only
 * warnings, errors and plain text, otherwise every line.
 */
export function createServerLog(file, { everything = !process.stdout.isTTY } = {}) {
  let size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const append = (line) => {
    try {
      if (size > MAX_BYTES) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, `${line}\n`);
      size += Buffer.byteLength(line) + 1;
    } catch {
      // A full disk must not stop the server; the lines still reach stdout.
    }
  };
  const write = (line) => {
    append(line);
    if (everything || isForPeople(line)) say(line);
  };
  return {
    collect: (stream) => {
      readline.createInterface({ input: stream, crlfDelay: Infinity }).on("line", write);
    },
  };
}

/** False for structured lines below the level of a warning, and for Next's banner. */
export function isForPeople(line) {
  if (!line.trim()) return false;
  if (!line.startsWith("{")) return !NEXT_BANNER.test(line);
  try {
    return !QUIET.has(JSON.parse(line).level);
  } catch {
    return true;
  }
}

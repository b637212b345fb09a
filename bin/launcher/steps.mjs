import { asFault } from "./fault.mjs";

const DOTS_AT = 30;
/** The step whose line is still open, if nothing was printed since. */
let open = null;

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

function endLine() {
  if (open) process.stdout.write("\n");
  open = null;
}

/** Prints one line, after ending the open line of a step. */
export function say(text = "") {
  endLine();
  process.stdout.write(`${text}\n`);
}

/**
 * Prints `title`, does `work`, and ends the line with the result and the time it took.
 * @template T
 * @param {string} title
 * @param {(note: (text: string) => void) => T | Promise<T>} work `note` sets the result that is printed
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = Date.now();
  const self = {};
  let result = "done";
  endLine();
  process.stdout.write(`  ${title} ${".".repeat(Math.max(3, DOTS_AT - title.length))} `);
  open = self;
  try {
    const value = await work((text) => {
      result = text;
    });
    const end = `${result} (${seconds(since)})`;
    if (open === self) process.stdout.write(`${end}\n`);
    else say(`  ${title}: ${end}`);
    return value;
  } catch (error) {
    if (open === self) process.stdout.write(`failed (${seconds(since)})\n`);
    throw error;
  } finally {
    if (open === self) open = null;
  }
}

/** Prints an error and sets the exit status. It throws nothing, so that cleanup still runs. */
export function report(error, where) {
  const fault = asFault(error, where);
  endLine();
  process.stderr.write(`\n${fault.message}\n`);
  if (fault.detail) process.stderr.write(`\n${fault.detail.replace(/^/gm, "    ")}\n`);
  process.exitCode = 1;
}

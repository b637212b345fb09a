import { asFault } from "./fault.mjs";

const DOTS_AT = 30;
/** The step whose line is not ended yet, if nothing was printed since. */
let open = null;

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

function endLine() {
  if (open) process.stdout.write("\n");
  open = null;
}

/** Prints one line; finishes the line of a step that is still open first. */
export function say(text = "") {
  endLine();
  process.stdout.write(`${text}\n`);
}

/**
 * Announces `title`, does `work`, and ends the line with what it did and how long that took.
 * @template T
 * @param {string} title
 * @param {(note: (text: string) => void) => T | Promise<T>} work `note` sets the words that end the line
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = Date.now();
  const self = {};
  let words = "done";
  endLine();
  process.stdout.write(`  ${title} ${".".repeat(Math.max(3, DOTS_AT - title.length))} `);
  open = self;
  try {
    const result = await work((text) => {
      words = text;
    });
    const end = `${words} (${seconds(since)})`;
    if (open === self) process.stdout.write(`${end}\n`);
    else say(`  ${title}: ${end}`);
    return result;
  } catch (error) {
    if (open === self) process.stdout.write(`failed (${seconds(since)})\n`);
    throw error;
  } finally {
    if (open === self) open = null;
  }
}

/** Says what went wrong and sets the exit status. Nothing is thrown, so that clean-ups still run. */
export function report(error, where) {
  const fault = asFault(error, where);
  endLine();
  process.stderr.write(`\n${fault.message}\n`);
  if (fault.detail) process.stderr.write(`\n${fault.detail.replace(/^/gm, "    ")}\n`);
  process.exitCode = fault.status;
  return fault;
}

import { asFault } from "./fault.mjs";

const DOTS_AT = 30;
let open = false;

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/** Prints one line; finishes the line of a step that is still open first. */
export function say(text = "") {
  if (open) process.stdout.write("\n");
  open = false;
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
  let words = "done";
  process.stdout.write(`  ${title} ${".".repeat(Math.max(3, DOTS_AT - title.length))} `);
  open = true;
  try {
    const result = await work((text) => {
      words = text;
    });
    process.stdout.write(`${open ? "" : `  ${title}: `}${words} (${seconds(since)})\n`);
    return result;
  } catch (error) {
    if (open) process.stdout.write(`failed (${seconds(since)})\n`);
    throw error;
  } finally {
    open = false;
  }
}

/** Says what went wrong and sets the exit status. Nothing is thrown, so that clean-ups still run. */
export function report(error, where) {
  const fault = asFault(error, where);
  if (open) process.stdout.write("\n");
  open = false;
  process.stderr.write(`\n${fault.message}\n`);
  if (fault.detail) process.stderr.write(`\n${fault.detail.replace(/^/gm, "    ")}\n`);
  process.exitCode = fault.status;
  return fault;
}

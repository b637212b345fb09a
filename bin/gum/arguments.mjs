import { parseArgs } from "node:util";

/** The command was called in a way that means nothing. The message says how. */
export class UsageError extends Error {}

const OPTIONS = {
  pack: { output: { type: "string", short: "o" }, with: { type: "string" } },
  check: { json: { type: "boolean" }, "write-hashes": { type: "boolean" }, with: { type: "string" } },
  schema: {},
  migrate: {},
};

/**
 * What was asked for: `{command, target, options}`; `help` where nothing was.
 * @throws {UsageError}
 */
export function readArguments(argv) {
  const [command, ...rest] = argv;
  if (command === undefined || command === "help" || argv.includes("--help") || argv.includes("-h")) {
    return { command: "help" };
  }
  if (!Object.hasOwn(OPTIONS, command)) throw new UsageError(`There is no command "${command}".`);
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options: OPTIONS[command], allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
  const wanted = ["schema", "migrate"].includes(command) ? 0 : 1;
  if (parsed.positionals.length < wanted) throw new UsageError("Say which file or folder.");
  if (parsed.positionals.length > wanted)
    throw new UsageError(`"${parsed.positionals[wanted]}" is one too many.`);
  return { command, target: parsed.positionals[0], options: parsed.values };
}

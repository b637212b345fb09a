import { parseArgs } from "node:util";

/** Wrong usage of the command; printed with the usage. */
export class UsageError extends Error {}

const OPTIONS = {
  pack: { output: { type: "string", short: "o" }, with: { type: "string" } },
  check: { json: { type: "boolean" }, with: { type: "string" } },
  init: { template: { type: "string", short: "t" } },
  publish: {
    to: { type: "string" },
    app: { type: "string" },
    version: { type: "string" },
    notes: { type: "string" },
    draft: { type: "boolean" },
    force: { type: "boolean" },
    with: { type: "string" },
  },
  dev: { to: { type: "string" } },
  schema: {},
  backup: { keep: { type: "string" } },
  restore: {},
  migrate: {},
  admin: {},
  moderator: {},
  secret: {},
  jobs: {},
};

/**
 * Parses the command line into `{command, target, options}`; without a command it is `help`.
 * @throws {UsageError}
 */
export function readArguments(argv) {
  const [command, ...rest] = argv;
  if (command === undefined || command === "help" || argv.includes("--help") || argv.includes("-h")) {
    return { command: "help" };
  }
  if (!Object.hasOwn(OPTIONS, command)) throw new UsageError(`Unknown command "${command}".`);
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options: OPTIONS[command], allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
  const expected = expectedOf(command, parsed.positionals);
  if (parsed.positionals.length < expected)
    throw new UsageError(MISSING[command] ?? "A file or folder is missing.");
  if (parsed.positionals.length > expected)
    throw new UsageError(`"${parsed.positionals[expected]}" is one argument too many.`);
  const [target, name] = parsed.positionals;
  return { command, target, name, options: parsed.values };
}

const ROLE = "A username or add, remove, list is missing.";
const MISSING = { admin: ROLE, moderator: ROLE, jobs: "A queue or list, retry, drop is missing." };

function expectedOf(command, [first]) {
  if (Object.hasOwn(MISSING, command)) return first === "list" ? 1 : 2;
  if (command === "backup") return ["list", "check", "verify", "prune"].includes(first) ? 2 : 1;
  return ["schema", "migrate"].includes(command) ? 0 : 1;
}

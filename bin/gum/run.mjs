import { Fault } from "../launcher/fault.mjs";
import { readArguments, UsageError } from "./arguments.mjs";

/** Runs the command of the command line. */
export async function run(commands, usage) {
  try {
    const { command, ...args } = readArguments(process.argv.slice(2));
    if (command === "help") return console.log(usage);
    if (!Object.hasOwn(commands, command)) throw new UsageError(`Unknown command "${command}".`);
    process.exitCode = await commands[command](args);
  } catch (error) {
    if (error instanceof Fault) {
      console.error(error.message);
      process.exitCode = 1;
    } else if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`);
      process.exitCode = 2;
    } else throw error;
  }
}

import { report, say } from "./steps.mjs";
import { varDir } from "./paths.mjs";
import { createLocalStack } from "./local-stack.mjs";

const FORCE_AFTER_MS = 1_000;

/**
 * The life of a launcher: `work` brings everything up and serves; a signal or a fault takes it down again, in order.
 * @param {string} command what a person typed, for messages
 * @param {(stack: ReturnType<typeof createLocalStack>, fail: (error: unknown) => void) => Promise<void>} work
 */
export async function main(command, work) {
  const stack = createLocalStack(command);
  let serving = false;
  let endingSince = 0;

  const end = async (status) => {
    if (endingSince) return;
    endingSince = Date.now();
    try {
      await stack.close();
    } catch (error) {
      report(error);
    }
    process.exit(process.exitCode || status);
  };
  const fail = (error) => {
    if (endingSince) return;
    report(error, varDir());
    void end(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal and npm both pass the same Ctrl+C on: only a later one means "at once".
      if (endingSince && Date.now() - endingSince > FORCE_AFTER_MS && signal === "SIGINT") process.exit(130);
      if (endingSince) return;
      say("\n  Stopping");
      void end(serving ? 0 : 130);
    });
  }

  try {
    await work(stack, fail);
    serving = true;
  } catch (error) {
    fail(error);
  }
}

import { varDir } from "./paths.mjs";
import { stopChildren } from "./processes.mjs";
import { report, say } from "./steps.mjs";

const FORCE_AFTER_MS = 1_000;

/**
 * Runs `work` until a signal or a failure, then cleans up in reverse order.
 * @param {(launcher: { onClose: (cleanup: () => unknown) => void, fail: (error: unknown) => void }) => Promise<void>} work
 *   starts everything, registers how to stop it, and resolves when the product is served
 */
export async function main(work) {
  const cleanups = [];
  let serving = false;
  let endingSince = 0;

  const end = async (status) => {
    endingSince = Date.now();
    stopChildren();
    for (const cleanup of cleanups.reverse()) {
      try {
        await cleanup();
      } catch (error) {
        report(error);
      }
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
      // The terminal and npm each forward the same Ctrl+C; only a later one means "now".
      if (endingSince && Date.now() - endingSince > FORCE_AFTER_MS && signal === "SIGINT") process.exit(130);
      if (endingSince) return;
      say("\n  Stopping");
      void end(serving ? 0 : 130);
    });
  }

  try {
    await work({ onClose: (cleanup) => cleanups.push(cleanup), fail });
    serving = true;
  } catch (error) {
    fail(error);
  }
}

import type { FailureCode } from "@/lib/sandbox/host/runner-events";

/** Why a package cannot be run. `code` is stable; the specification defines some of the messages. */
export class LaunchError extends Error {
  override name = "LaunchError";
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

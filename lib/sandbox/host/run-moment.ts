/** What a run starts from: loaded once, and kept while frames come and go. */
import { LaunchError } from "@/lib/sandbox/host/launch-error";
import type { RunnerOptions } from "@/lib/sandbox/host/runner-options";
import type { StartMessage } from "@/lib/sandbox/protocol/to-frame";

export class RunMoment {
  readonly #load: RunnerOptions["loadMoment"];
  #loading: Promise<NonNullable<StartMessage["moment"]>> | null = null;

  constructor(load: RunnerOptions["loadMoment"]) {
    this.#load = load;
  }

  /** Null for an app that starts by itself. @throws LaunchError moment_unreachable, moment_gone */
  open(): Promise<StartMessage["moment"]> {
    const opened = this.#open();
    // The start may fail for another reason first.
    opened.catch(() => {});
    return opened;
  }

  async #open(): Promise<StartMessage["moment"]> {
    if (!this.#load) return null;
    this.#loading ??= this.#load();
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = null;
      const { code, message } = error as { code?: unknown; message?: unknown };
      throw new LaunchError(code === "not_found" ? "moment_gone" : "moment_unreachable", String(message));
    }
  }
}

/**
 * Distinguishes an app that crashed from one that hangs. Neither answers, and browsers report no crash of a
 * frame. But they give the frames of one origin one process: while it hangs, a new frame does not load; after
 * it has crashed, the new frame gets a new process.
 */
import { loadRunDocument } from "@/lib/sandbox/host/frame-link";
import { NO_FLAGS } from "@/lib/sandbox/protocol/run-query";
import { parking } from "@/lib/sandbox/host/spare-frame";
import { HELLO_TIMEOUT_MS } from "@/lib/sandbox/protocol/limits";
import { parseHello } from "@/lib/sandbox/protocol/to-host";

/** Call while an app does not answer. @returns false if a new frame does not load either, or `signal` aborts */
export async function startsNewProcess(signal: AbortSignal): Promise<boolean> {
  const query = { probe: false, ...NO_FLAGS } as const;
  try {
    const { element } = await loadRunDocument(
      { parent: parking(), query, signal },
      parseHello,
      HELLO_TIMEOUT_MS,
    );
    element.remove();
    return true;
  } catch {
    return false;
  }
}

import type { StorageChange } from "@/lib/storage/contract";
import { AccountChanged, DataReplaced } from "@/lib/sandbox/host/storage/app-storage";
import type { Device } from "@/lib/storage/rules";

export type MirrorEvent =
  | { type: "usage"; usedBytes: number; quotaBytes: number }
  /** A change was refused because it exceeds the quota. */
  | { type: "full"; usedBytes: number }
  /** Saving started to fail (`true`) or works again. */
  | { type: "unsaved"; failing: boolean }
  /** A save was refused because somebody else is signed in now. */
  | { type: "accountChanged" }
  /** The person went to another version, which has other data: this run must end. */
  | { type: "replaced" }
  /** Another tab changed the data. */
  | { type: "shared"; changes: StorageChange[] }
  /** Another browser, or tab, took the app over: save and stop. */
  | { type: "taken"; by: Taker }
  /** This browser has the app, but newer data is stored: read it again. */
  | { type: "stale" }
  /** A save was refused because another browser has saved since. The person must choose. */
  | { type: "conflict"; by: Taker };

/** Hands a mirror's events to its listener, once there is one. */
export class MirrorEvents {
  #listener: ((event: MirrorEvent) => void) | null = null;
  /** A `taken` event from before a listener was set. */
  #missed: MirrorEvent | null = null;

  get hasListener(): boolean {
    return this.#listener !== null;
  }

  listen(listener: (event: MirrorEvent) => void): void {
    this.#listener = listener;
    const missed = this.#missed;
    if (missed) queueMicrotask(() => listener(missed));
  }

  emit(event: MirrorEvent): void {
    if (this.#listener) this.#listener(event);
    else if (event.type === "taken") this.#missed = event;
  }
}

/** `tab` is another tab of this browser; null is unknown. */
export type Taker = Device | "tab" | null;

/** The event of a refusal after which the run must end. */
export function endOf(error: unknown): Extract<MirrorEvent, { type: "accountChanged" | "replaced" }> | null {
  if (error instanceof AccountChanged) return { type: "accountChanged" };
  return error instanceof DataReplaced ? { type: "replaced" } : null;
}

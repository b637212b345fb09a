/** Unloading. Removing a frame fires no events, so the host asks first: the page gets its events, saves, and returns its state. */
import { onHostMessage, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { flushConsole } from "@/lib/sandbox/frame/inside/platform/console";
import { defineAccessor, appConsole, realm } from "@/lib/sandbox/frame/inside/realm";
import { flushDatabases } from "@/lib/sandbox/frame/inside/saving/databases";
import { flush } from "@/lib/sandbox/frame/inside/saving/queue";
import { LIVE_STATE_MAX_CHARS, STATE_MAX_CHARS } from "@/lib/sandbox/protocol/limits";

/** Transactions take up to 100 of them; see shared/databases.ts. */
const DATABASES_MS = 350;
/** How often a running app is asked for its state: a page that is reloaded or crashes cannot ask any more. */
const CAPTURE_MS = 1_000;
const AFTER_INPUT_MS = 200;
let readAppState: (() => unknown) | null = null;
let captureTimer: ReturnType<typeof setTimeout> | undefined;
/** What the host has; null if it knows that there is something newer. */
let captured: string | null = null;

/** Sets the app's callback that returns the state to restore after a suspension. */
export function setStateSource(source: (() => unknown) | null): void {
  readAppState = source;
  captureLater(0);
}

/** An input may change the state: the host drops what it has, and gets the new one shortly after. */
export function followInput(): void {
  for (const type of ["pointerup", "keyup", "change"]) {
    window.addEventListener(
      type,
      () => {
        if (!readAppState) return;
        reportState(null);
        captureLater(AFTER_INPUT_MS);
      },
      { capture: true, passive: true },
    );
  }
}

function captureLater(delay: number): void {
  realm.clearTimeout(captureTimer);
  if (readAppState) captureTimer = realm.setTimeout(() => void capture(), delay);
}

async function capture(): Promise<void> {
  const started = performance.now();
  const state = await readState();
  // An app whose state is expensive is asked less often.
  captureLater(Math.max(CAPTURE_MS, 50 * (performance.now() - started)));
  reportState(state !== null && state.length <= LIVE_STATE_MAX_CHARS ? state : null);
}

function reportState(state: string | null): void {
  if (state === captured) return;
  captured = state;
  sendToHost({ type: "state", state });
}

let hasUnloaded = false;

/** Removing the frame fires the events a second time, and slow handlers would hold the process of all apps for longer. */
export function stopRepeatedUnload(event: Event): boolean {
  const isRepeated = hasUnloaded && event.isTrusted;
  if (isRepeated) event.stopImmediatePropagation();
  return isRepeated;
}

export function installUnload(): void {
  onHostMessage("unload", async ({ n, keepState }) => {
    hasUnloaded = true;
    defineAccessor(Document.prototype, "visibilityState", () => "hidden");
    defineAccessor(Document.prototype, "hidden", () => true);
    dispatch(document, new Event("visibilitychange", { bubbles: true }));
    dispatch(window, new Event("beforeunload", { cancelable: true }));
    dispatch(window, new PageTransitionEvent("pagehide"));
    dispatch(window, new Event("unload"));
    const state = keepState ? await readState() : null;
    await flushDatabases(DATABASES_MS);
    flush();
    flushConsole();
    sendToHost({ type: "unload", n, state });
  });
}

function dispatch(target: EventTarget, event: Event): void {
  try {
    target.dispatchEvent(event);
  } catch {
    // The native dispatchEvent reports handler errors itself; an app's replacement may throw.
  }
}

async function readState(): Promise<string | null> {
  if (!readAppState) return null;
  try {
    const text = JSON.stringify(await readAppState());
    if (text === undefined) return null;
    if (text.length <= STATE_MAX_CHARS) return text;
    appConsole.error("The state of this app is larger than 3 MB and was not kept.");
  } catch (error) {
    appConsole.error("The state of this app could not be kept.", error);
  }
  return null;
}

/**
 * The page's side of storage in child frames. A child frame has another opaque origin and cannot access the page's storage, so
 * it starts with a copy and exchanges changes with the page. The page saves everything and enforces the quota. The frame's side
 * is child-frame/storage.ts.
 */
import { bytesOf, fileNames, hasFile, readyFile, site } from "@/lib/sandbox/frame/inside/files";
import {
  READY,
  MARK,
  type Change,
  type FromFrame,
  type SavedData,
  type ChildFrameSetup,
  type ToFrame,
} from "@/lib/sandbox/frame/inside/child-frame/setup";
import { shortcuts, type ShellKey } from "@/lib/sandbox/frame/inside/platform/shell-keys";
import { onSaved } from "@/lib/sandbox/frame/inside/saving/queue";
import { SESSION_COOKIE } from "@/lib/sandbox/frame/inside/saving/cookies";
import type { FrameStorageChange } from "@/lib/sandbox/protocol/storage";
import frameCode from "gum:child-frame-prelude";

const frames = new Set<MessageEventSource>();
const nativePost = window.postMessage;

/** The first script of a child frame. */
export function framePrelude(
  page: Pick<ChildFrameSetup, "base" | "isFile" | "modules" | "moduleNames">,
): string {
  const setup: ChildFrameSetup = {
    ...page,
    origin: site.origin,
    folder: site.folder,
    mount: site.mount,
    names: fileNames(),
    saved: currentData(),
    shortcuts,
  };
  return `__gumFrame=${JSON.stringify(setup).replaceAll("<", "\\u003c")};${frameCode}`;
}

const currentData = (): SavedData => ({
  local: Object.entries(localStorage),
  session: Object.entries(sessionStorage),
  cookie: document.cookie,
});

let changeSource: MessageEventSource | null = null;

export function syncChildFrames(): void {
  onSaved(notifyChildFrames);
}

export function notifyChildFrames({ area, key, value }: FrameStorageChange): void {
  if (!frames.size) return;
  if (area === "cookies" || (area === "session" && key?.startsWith(SESSION_COOKIE)))
    broadcast(["cookie", null, document.cookie], null);
  else if (area === "local" || area === "session") broadcast([area, key, value], changeSource);
}

/** Called again after each `document.open`, before the app adds its listeners. */
export function watchChildFrames(
  onGo: (from: MessageEventSource, url: string, target: string) => void,
  onShellKey: (key: ShellKey) => void,
  onLoad: (file: string) => Uint8Array<ArrayBuffer>,
): void {
  window.addEventListener("message", (event: MessageEvent<{ [MARK]?: FromFrame } | null>) => {
    const { source } = event;
    const change = event.data?.[MARK];
    if (!Array.isArray(change) || !source || source === window.parent || source === window) return;
    event.stopImmediatePropagation();
    if (change[0] === "read") return void sendFile(change[1], event.ports[0], bytesOf);
    if (change[0] === "load") return void sendFile(change[1], event.ports[0], onLoad);
    if (change[0] === "go") return onGo(source, change[1], change[2]);
    if (change[0] === "shellKey") return onShellKey(change[1]);
    if (change[0] !== READY) return applyChange(change, source);
    frames.add(source);
    post(source, [READY, currentData()]);
  });
}

async function sendFile(
  file: string,
  port: MessagePort | undefined,
  contentOf: (file: string) => Uint8Array<ArrayBuffer>,
): Promise<void> {
  if (!port || !hasFile(file)) return;
  try {
    await readyFile(file);
    const { buffer } = contentOf(file);
    port.postMessage(buffer, [buffer]);
  } catch {
    port.postMessage(null);
  }
}

/** Applies a frame's change like the page's own, so that it is counted, saved and sent to the other frames. */
function applyChange([area, key, value]: Change, from: MessageEventSource): void {
  if (area === "cookie") {
    document.cookie = String(value);
    return;
  }
  const storage = area === "session" ? sessionStorage : localStorage;
  const before = key === null ? null : storage.getItem(key);
  changeSource = from;
  try {
    if (key === null) storage.clear();
    else if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    if (before !== value)
      window.dispatchEvent(new StorageEvent("storage", { key, oldValue: before, newValue: value }));
  } catch (error) {
    // The quota is exceeded: send the page's value back to the frame.
    broadcast([area, key, before], null);
    throw error;
  } finally {
    changeSource = null;
  }
}

export function reportShortcuts(): void {
  broadcast(["shortcuts", shortcuts], null);
}

function broadcast(change: ToFrame, except: MessageEventSource | null): void {
  for (const frame of frames) {
    if (frame === except) continue;
    // A removed frame has no parent.
    if ((frame as Window).parent !== window) frames.delete(frame);
    else post(frame, change);
  }
}

function post(frame: MessageEventSource, message: ToFrame): void {
  nativePost.call(frame as Window, { [MARK]: message }, { targetOrigin: "*" });
}

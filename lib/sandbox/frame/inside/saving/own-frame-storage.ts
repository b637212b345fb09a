/**
 * Storage in frames of the package's own files. Such a frame is a document of another opaque origin: it cannot look into the
 * page's storage, so it is born with a copy, tells the page what it changes, and is told what changes elsewhere. The page keeps
 * it all, quota included. The frames' side is own-frame/storage.ts.
 */
import { bytesOf, fileNames, hasFile, prepareFile, space } from "@/lib/sandbox/frame/inside/files";
import {
  BORN,
  MARK,
  type Change,
  type FromFrame,
  type Kept,
  type OwnFrameSetup,
  type ToFrame,
} from "@/lib/sandbox/frame/inside/own-frame/setup";
import { watchSaves } from "@/lib/sandbox/frame/inside/saving/queue";
import { SESSION_COOKIE } from "@/lib/sandbox/frame/inside/saving/cookies";
import frameCode from "gum:own-frame-prelude";

const frames = new Set<MessageEventSource>();
const nativePost = window.postMessage;

/** First of all scripts of such a frame; without storage of its own it would meet a SecurityError. */
export function framePrelude(page: { base: string; isFile: boolean }): string {
  const setup: OwnFrameSetup = {
    ...page,
    origin: space.origin,
    folder: space.folder,
    names: fileNames(),
    kept: allKept(),
  };
  return `__gumFrame=${JSON.stringify(setup).replaceAll("<", "\\u003c")};${frameCode}`;
}

const allKept = (): Kept => ({
  local: Object.entries(localStorage),
  session: Object.entries(sessionStorage),
  cookie: document.cookie,
});

let heard: MessageEventSource | null = null;

export function shareStorage(): void {
  watchSaves(({ area, key, value }) => {
    if (!frames.size) return;
    if (area === "cookies" || (area === "session" && key?.startsWith(SESSION_COOKIE)))
      share(["cookie", null, document.cookie], null);
    else if (area === "local" || area === "session") share([area, key, value], heard);
  });
}

/** Anew after each `document.open`, before any listener of the app. */
export function watchOwnFrames(onGo: (from: MessageEventSource, url: string, target: string) => void): void {
  window.addEventListener("message", (event: MessageEvent<{ [MARK]?: FromFrame } | null>) => {
    const { source } = event;
    const change = event.data?.[MARK];
    if (!Array.isArray(change) || !source || source === window.parent || source === window) return;
    event.stopImmediatePropagation();
    if (change[0] === "read") return void give(change[1], event.ports[0]);
    if (change[0] === "go") return onGo(source, change[1], change[2]);
    if (change[0] !== BORN) return take(change, source);
    frames.add(source);
    post(source, [BORN, allKept()]);
  });
}

async function give(file: string, port: MessagePort | undefined): Promise<void> {
  if (!port || !hasFile(file)) return;
  await prepareFile(file);
  const { buffer } = bytesOf(file);
  port.postMessage(buffer, [buffer]);
}

/** What a frame has changed is changed here like the page's own, so it is accounted, saved, and told to the other frames. */
function take([area, key, value]: Change, from: MessageEventSource): void {
  if (area === "cookie") {
    document.cookie = String(value);
    return;
  }
  const storage = area === "session" ? sessionStorage : localStorage;
  const before = key === null ? null : storage.getItem(key);
  heard = from;
  try {
    if (key === null) storage.clear();
    else if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
    if (before !== value)
      window.dispatchEvent(new StorageEvent("storage", { key, oldValue: before, newValue: value }));
  } catch (error) {
    // Full: the frame is told what stands here instead.
    share([area, key, before], null);
    throw error;
  } finally {
    heard = null;
  }
}

function share(change: Change, but: MessageEventSource | null): void {
  for (const frame of frames) {
    if (frame === but) continue;
    // A frame that is gone has no parent any more.
    if ((frame as Window).parent !== window) frames.delete(frame);
    else post(frame, change);
  }
}

function post(frame: MessageEventSource, word: ToFrame): void {
  nativePost.call(frame as Window, { [MARK]: word }, { targetOrigin: "*" });
}

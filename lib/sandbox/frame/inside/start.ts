/** From the package's files to a running page. */
import { onHostMessage, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { addFile, addPacked, dropFile, enter, space, transformers } from "@/lib/sandbox/frame/inside/files";
import { installGum } from "@/lib/sandbox/frame/inside/gum";
import { HELPER } from "@/lib/sandbox/protocol/script-locations";
import { patchNetwork } from "@/lib/sandbox/frame/inside/network/install";
import { patchAddresses } from "@/lib/sandbox/frame/inside/page/addresses";
import { rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { entryPage, loadablePage } from "@/lib/sandbox/frame/inside/page/entry";
import { patchHtml, patchWriting, type NativeDocument } from "@/lib/sandbox/frame/inside/page/html";
import { allowInline, runInline } from "@/lib/sandbox/frame/inside/page/inline";
import {
  installModuleHelpers,
  rewriteScript,
  setLateLexer,
  setLexer,
} from "@/lib/sandbox/frame/inside/page/modules";
import { goInFrame } from "@/lib/sandbox/frame/inside/page/own-frames";
import { watchPage } from "@/lib/sandbox/frame/inside/page/observer";
import type { DatabasesPart } from "@/lib/sandbox/frame/inside/shared/databases";
import type { Lexer } from "@/lib/sandbox/frame/inside/shared/lexer";
import { captureConsole } from "@/lib/sandbox/frame/inside/platform/console";
import { installDevices } from "@/lib/sandbox/frame/inside/platform/devices";
import { installDialogs, loadAnswers } from "@/lib/sandbox/frame/inside/platform/dialogs";
import { installFocus } from "@/lib/sandbox/frame/inside/platform/focus";
import { installUnload } from "@/lib/sandbox/frame/inside/platform/unload";
import { patchForms, watchForms } from "@/lib/sandbox/frame/inside/platform/forms";
import { patchLinks, watchLinks } from "@/lib/sandbox/frame/inside/platform/links";
import {
  installLocationHelpers,
  patchHistory,
  startAt,
  watchFragments,
  goTo,
} from "@/lib/sandbox/frame/inside/platform/navigation";
import { isBlank, report, watchProblems } from "@/lib/sandbox/frame/inside/platform/problems";
import { installStubs } from "@/lib/sandbox/frame/inside/platform/stubs";
import { installWorkers } from "@/lib/sandbox/frame/inside/platform/workers";
import { prepareQuickjs, quickjsPage } from "@/lib/sandbox/frame/inside/quickjs";
import { appConsole, realm } from "@/lib/sandbox/frame/inside/realm";
import { installCookies, loadCookies, SESSION_COOKIE } from "@/lib/sandbox/frame/inside/saving/cookies";
import {
  installDatabases,
  installLateDatabases,
  withoutDatabases,
} from "@/lib/sandbox/frame/inside/saving/databases";
import { saveAtOnce } from "@/lib/sandbox/frame/inside/saving/queue";
import { shareStorage, watchOwnFrames } from "@/lib/sandbox/frame/inside/saving/own-frame-storage";
import { loadValues } from "@/lib/sandbox/frame/inside/saving/values";
import { installWebStorage, loadWebStorage } from "@/lib/sandbox/frame/inside/saving/web-storage";
import { installWebxdc } from "@/lib/sandbox/frame/inside/webxdc";
import type { QuickjsPart } from "@/lib/sandbox/protocol/quickjs";
import type { StartMessage } from "@/lib/sandbox/protocol/to-frame";

let native: NativeDocument | null = null;
/** This frame was made ahead, where nobody sees it. */
let wasAhead = false;

/**
 * All that no app decides. A frame that waits for its app does it ahead, and has read a page by then: a browser compiles code
 * when it first runs.
 */
export function prepare(nonce: string): void {
  if (native) return;
  native = install(nonce);
  wasAhead = true;
  rehearse(nonce, native);
}

export function start(message: StartMessage, nonce: string): void {
  const began = performance.now();
  const { open, write } = (native ??= install(nonce));
  takeFiles(message);
  startAt(message.query, message.hash);
  const { lexer, databases, late } = message.parts;
  if (lexer && late) setLateLexer(() => runPart<Lexer>(lexer));
  else if (lexer) setLexer(runPart<Lexer>(lexer));

  // Frames in the page are born with a copy of what is kept.
  loadSaved(message, databases === null ? null : () => runPart<DatabasesPart>(databases));
  const quickjs = message.parts.quickjs ? runPart<QuickjsPart>(message.parts.quickjs) : null;
  const page = quickjs
    ? [quickjsPage(quickjs, message, nonce)]
    : entryPage(message.entry, { nonce, hasModules: lexer !== null && !late });

  loadAnswers(message.answers);
  installGum(message);
  if (message.webxdc) installWebxdc(message.webxdc);
  if (quickjs) prepareQuickjs(quickjs, message);

  whenPlaced(() => {
    const prepareMs = Math.round(performance.now() - began);
    // The browser's own parser runs the page: order of scripts, defer, modules, currentScript and load are native.
    open();
    if (wasAhead) keepFirstSize();
    listen();
    write(page);
    watchFirstPaint();
    sendToHost({ type: "started", prepareMs });
  });
}

/** A frame hears of its size by another road than of its app. */
const SIZED_MS = 200;

/** When the frame is as large as its place: pages look at that at once. */
function whenPlaced(then: () => void): void {
  onHostMessage("placed", ({ width, height }) => {
    const until = performance.now() + SIZED_MS;
    // The browser rounds in its own way.
    const isSized = (): boolean => Math.abs(innerWidth - width) <= 1 && Math.abs(innerHeight - height) <= 1;
    const look = (): void => {
      if (isSized() || !width || performance.now() > until) then();
      else realm.next(guarded(look));
    };
    // Out of the message's own event: the page must not find it as `window.event`.
    realm.queueTask(guarded(look));
  });
}

/** The events that tell of the size with which the page was born are none for the page. */
function keepFirstSize(): void {
  const keep = (target: EventTarget | null, size: () => string): void => {
    const first = size();
    const told = (event: Event): void => {
      if (size() === first) event.stopImmediatePropagation();
    };
    target?.addEventListener("resize", told, { once: true, capture: true });
  };
  keep(window, () => `${innerWidth} ${innerHeight}`);
  keep(visualViewport, () => `${visualViewport!.width} ${visualViewport!.height} ${visualViewport!.scale}`);
}

const guarded = (work: () => void) => (): void => {
  try {
    work();
  } catch (error) {
    report("start", error);
  }
};

function takeFiles(message: StartMessage): void {
  for (const [name, bytes] of message.files) addFile(name, new Uint8Array(bytes));
  if (message.rest) addPacked(message.rest);
  enter(message.entry.file);
  if (!message.webxdc) return;
  // The package's own stand-in for development gives way to ours.
  for (const name of ["webxdc.js", `${space.folder}webxdc.js`]) addFile(name, new Uint8Array());
}

/** Runs one of our own parts, which leaves its result in a global for a moment. */
function runPart<T>(code: string): T {
  const holder = globalThis as { __gumPart?: T };
  runInline(code);
  const part = holder.__gumPart;
  delete holder.__gumPart;
  return part!;
}

function loadSaved({ storage, parts }: StartMessage, databases: (() => DatabasesPart) | null): void {
  const isCookie = ([name]: [string, string]): boolean => name.startsWith(SESSION_COOKIE);
  loadWebStorage("local", storage.local);
  loadWebStorage(
    "session",
    storage.session.filter((pair) => !isCookie(pair)),
  );
  loadCookies(storage.cookies, storage.session.filter(isCookie));
  loadValues(storage.values);
  if (databases && parts.late && !storage.databases.length) installLateDatabases(databases);
  else if (databases) installDatabases(databases(), storage.databases);
  else withoutDatabases();
}

function install(nonce: string): NativeDocument {
  allowInline(nonce);
  transformers["text/css"] = rewriteCss;
  transformers["text/javascript"] = (source, url) => `${rewriteScript(source, url)}\n//# sourceURL=${url}`;
  installWebStorage();
  installCookies();
  shareStorage();
  onHostMessage("storageFull", () =>
    appConsole.error("The storage of this app is full (3 MB): the last change was not saved."),
  );
  captureConsole();
  patchNetwork();
  const helper: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  installLocationHelpers(helper);
  installModuleHelpers(helper);
  Object.defineProperty(window, HELPER, { value: Object.freeze(helper) });
  patchHistory();
  patchLinks();
  patchForms();
  installDevices();
  installFocus();
  installStubs();
  installWorkers();
  installUnload();
  installDialogs();
  patchAddresses();
  patchHtml(nonce);
  return patchWriting(nonce, listen);
}

const REHEARSED = "rehearsal.js";
const REHEARSAL = `<!DOCTYPE html><html><head><meta charset="utf-8"><link rel="icon" href="x"><style>p{background:url(x)}</style><script>1</script><script src="${REHEARSED}"></script></head><body><img src="x"><a href="x">x</a><p style="color:red">x</p></body></html>`;

/**
 * A page, read, written and thrown away: code is compiled when it first runs, and the first object and the first script make
 * the browser set up what they need.
 */
function rehearse(nonce: string, { open, write }: NativeDocument): void {
  addFile(REHEARSED, new realm.TextEncoder().encode("location.href"));
  const page = [...loadablePage(REHEARSAL, { nonce, hasModules: false }, space.base)];
  dropFile(REHEARSED);
  open();
  listen();
  write(page.slice(0, 1));
  // Takes the listeners away again.
  open();
  write([]);
}

/** `document.open` takes every listener of window and document away, so these come anew after each. */
function listen(): void {
  watchOwnFrames(goInFrame);
  watchLeaving();
  watchProblems();
  watchFragments();
  watchPage(() => sendToHost({ type: "title", title: document.title }));
  watchForms();
  watchLinks();
  window.addEventListener("load", () => {
    sendToHost({ type: "title", title: document.title });
    realm.setTimeout(() => sendToHost({ type: "loaded", blank: isBlank() }), 0);
    focusFirst();
    followRefresh();
  });
}

/** Tells once when something can be seen: until then the host shows that the app is starting. */
function watchFirstPaint(): void {
  const seen = new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName("first-contentful-paint").length) return;
    observer.disconnect();
    sendToHost({ type: "shown" });
  });
  seen.observe({ type: "paint", buffered: true });
}

/** First of all listeners, so that everything which handlers of the app save afterwards goes out at once. */
function watchLeaving(): void {
  window.addEventListener("beforeunload", saveAtOnce, true);
  window.addEventListener("pagehide", saveAtOnce, true);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && saveAtOnce(),
    true,
  );
}

/** autofocus is blocked in a frame from elsewhere. */
function focusFirst(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>("[autofocus]")?.focus();
}

/** `<meta http-equiv=refresh>` to another page of the package. */
function followRefresh(): void {
  const content = document.querySelector("meta[data-gum-refresh]")?.getAttribute("data-gum-refresh") ?? "";
  const parts = /^\s*(\d+(?:\.\d+)?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content);
  if (parts) realm.setTimeout(() => goTo(parts[2]!.trim()), Number(parts[1]) * 1_000);
}

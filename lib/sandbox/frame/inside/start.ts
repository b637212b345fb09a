/** Turns the package's files into a running page. */
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
/** This frame was created as an invisible spare. */
let wasAhead = false;

/** The setup that does not depend on the app. A spare frame does it, with a warm-up, before it receives an app. */
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

  // Before the page is parsed: its child frames get a copy of the saved data.
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
    // document.write keeps script order, defer, modules, currentScript and load native.
    open();
    if (wasAhead) keepFirstSize();
    listen();
    write(page);
    watchFirstPaint();
    sendToHost({ type: "started", prepareMs });
  });
}

/** The frame's resize can arrive later than the message with its size; start without it after this time. */
const SIZED_MS = 200;

/** Waits until the frame has its final size, because pages read it at once. */
function whenPlaced(then: () => void): void {
  onHostMessage("placed", ({ width, height }) => {
    const until = performance.now() + SIZED_MS;
    // Browsers round differently.
    const isSized = (): boolean => Math.abs(innerWidth - width) <= 1 && Math.abs(innerHeight - height) <= 1;
    const look = (): void => {
      if (isSized() || !width || performance.now() > until) then();
      else realm.next(guarded(look));
    };
    // In a new task, so that the page does not find the message event as `window.event`.
    realm.queueTask(guarded(look));
  });
}

/** Hides the resize events that a spare frame still fires for the size with which the page starts. */
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
  // Replaces the mock that the package carries for development; ours is installed before the page.
  for (const name of ["webxdc.js", `${space.folder}webxdc.js`]) addFile(name, new Uint8Array());
}

/** Runs one of our add-ons, which leaves its result in a temporary global. */
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
 * Renders a small page and discards it. Browsers compile code when it first runs, and set up blob URLs and script execution on
 * first use; a spare frame has time for that before an app needs it.
 */
function rehearse(nonce: string, { open, write }: NativeDocument): void {
  addFile(REHEARSED, new realm.TextEncoder().encode("location.href"));
  const page = [...loadablePage(REHEARSAL, { nonce, hasModules: false }, space.base)];
  dropFile(REHEARSED);
  open();
  listen();
  write(page.slice(0, 1));
  // Removes the listeners again.
  open();
  write([]);
}

/** `document.open` removes every listener of window and document, so these are added again after each. */
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

/** Reports the first contentful paint, until which the host shows that the app is starting. */
function watchFirstPaint(): void {
  const seen = new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName("first-contentful-paint").length) return;
    observer.disconnect();
    sendToHost({ type: "shown" });
  });
  seen.observe({ type: "paint", buffered: true });
}

/** Registered before the app's listeners, so that everything those save is sent at once. */
function watchLeaving(): void {
  window.addEventListener("beforeunload", saveAtOnce, true);
  window.addEventListener("pagehide", saveAtOnce, true);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && saveAtOnce(),
    true,
  );
}

/** Browsers block autofocus in cross-origin frames. */
function focusFirst(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>("[autofocus]")?.focus();
}

/** Emulates `<meta http-equiv=refresh>` to another page of the package. */
function followRefresh(): void {
  const content = document.querySelector("meta[data-gum-refresh]")?.getAttribute("data-gum-refresh") ?? "";
  const parts = /^\s*(\d+(?:\.\d+)?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content);
  if (parts) realm.setTimeout(() => goTo(parts[2]!.trim()), Number(parts[1]) * 1_000);
}

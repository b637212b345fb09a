/** Turns the package's files into a running page. */
import { onHostMessage, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import {
  addFile,
  addPacked,
  addRemote,
  removeFile,
  setEntry,
  site,
  transformers,
  withVirtualUrls,
} from "@/lib/sandbox/frame/inside/files";
import { onStartAgain } from "@/lib/sandbox/frame/inside/remote-files";
import { patchLateUrls } from "@/lib/sandbox/frame/inside/page/late-urls";
import { installGum } from "@/lib/sandbox/frame/inside/gum";
import { HELPER, rewriteLocations } from "@/lib/sandbox/protocol/script-locations";
import { locationHelpers } from "@/lib/sandbox/frame/inside/location-helpers";
import { patchNetwork } from "@/lib/sandbox/frame/inside/network/install";
import { patchUrls } from "@/lib/sandbox/frame/inside/page/url-properties";
import { rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { entryPage, findMount, loadablePage } from "@/lib/sandbox/frame/inside/page/entry";
import { patchHtml, patchDocumentWrite, type NativeDocument } from "@/lib/sandbox/frame/inside/page/html";
import { runAddOn, setInlineNonce } from "@/lib/sandbox/frame/inside/page/inline";
import {
  moduleHelpers,
  rewriteScript,
  setLazyLexer,
  setLexer,
} from "@/lib/sandbox/frame/inside/page/modules";
import { framedFile, navigateFrame } from "@/lib/sandbox/frame/inside/page/child-frames";
import { allowCodeFrames } from "@/lib/sandbox/frame/inside/page/code-frames";
import { watchPage } from "@/lib/sandbox/frame/inside/page/observer";
import type { Lexer } from "@/lib/sandbox/frame/inside/shared/lexer";
import type { ConsoleTreesAddOn } from "@/lib/sandbox/frame/inside/console-trees/add-on";
import { captureConsole, sendTrees } from "@/lib/sandbox/frame/inside/platform/console";
import { installDevices } from "@/lib/sandbox/frame/inside/platform/devices";
import { installDialogs, loadAnswers } from "@/lib/sandbox/frame/inside/platform/dialogs";
import { focusAutofocus, followReturn, installFocus } from "@/lib/sandbox/frame/inside/platform/focus";
import { refuseForeignMessages } from "@/lib/sandbox/frame/inside/platform/messages";
import { reportPress, watchPresses } from "@/lib/sandbox/frame/inside/platform/presses";
import { setShortcuts, watchShellKeys, type ShellKey } from "@/lib/sandbox/frame/inside/platform/shell-keys";
import { followInput, installUnload, stopRepeatedUnload } from "@/lib/sandbox/frame/inside/platform/unload";
import { patchForms, watchForms } from "@/lib/sandbox/frame/inside/platform/forms";
import { patchLinks, watchLinks } from "@/lib/sandbox/frame/inside/platform/links";
import {
  patchHistory,
  setHash,
  setStart,
  reportPlace,
  virtualLocations,
  watchFragments,
  navigate,
} from "@/lib/sandbox/frame/inside/platform/navigation";
import { isBlank, report, watchProblems } from "@/lib/sandbox/frame/inside/platform/problems";
import { installStubs } from "@/lib/sandbox/frame/inside/platform/stubs";
import { installWorkers } from "@/lib/sandbox/frame/inside/platform/workers";
import { prepareQuickjs, quickjsPage } from "@/lib/sandbox/frame/inside/quickjs";
import { appConsole, realm } from "@/lib/sandbox/frame/inside/realm";
import { FrameRoom } from "@/lib/sandbox/frame/inside/room";
import { installCookies, loadCookies, SESSION_COOKIE } from "@/lib/sandbox/frame/inside/saving/cookies";
import { installDatabases } from "@/lib/sandbox/frame/inside/saving/databases";
import { flushOnUnload, setDeviceSize } from "@/lib/sandbox/frame/inside/saving/queue";
import {
  syncChildFrames,
  reportShortcuts,
  watchChildFrames,
} from "@/lib/sandbox/frame/inside/saving/child-frame-storage";
import { followOtherTabs } from "@/lib/sandbox/frame/inside/saving/other-tabs";
import { loadValues } from "@/lib/sandbox/frame/inside/saving/values";
import { installWebStorage, loadWebStorage } from "@/lib/sandbox/frame/inside/saving/web-storage";
import { flushShared } from "@/lib/sandbox/frame/inside/shared";
import { installWebxdc } from "@/lib/sandbox/frame/inside/webxdc";
import type { QuickjsAddOn } from "@/lib/sandbox/protocol/quickjs";
import type { StartMessage } from "@/lib/sandbox/protocol/to-frame";

let native: NativeDocument | null = null;
/** This frame was created as an invisible spare. */
let wasSpare = false;

/** The setup that does not depend on the app. A spare frame does it, with a warm-up, before it receives an app. */
export function prepareSpare(nonce: string): void {
  if (native) return;
  native = install(nonce);
  wasSpare = true;
  warmUp(nonce, native);
}

export function start(message: StartMessage, nonce: string): void {
  const startTime = performance.now();
  const { open, write } = (native ??= install(nonce));
  setShortcuts(message.shortcuts);
  onHostMessage("shortcuts", ({ shortcuts }) => {
    setShortcuts(shortcuts);
    reportShortcuts();
  });
  loadFiles(message);
  allowCodeFrames(message.evaluates);
  findMount(message.entry);
  setStart(message.place);
  onHostMessage("fragment", ({ hash }) => setHash(hash));
  const { lexer, console: trees, late } = message.parts;
  if (trees) sendTrees(runAddOn<ConsoleTreesAddOn>(trees), withVirtualUrls);
  if (lexer && late) setLazyLexer(() => runAddOn<Lexer>(lexer));
  else if (lexer) setLexer(runAddOn<Lexer>(lexer));

  // Before the page is parsed: its child frames get a copy of the saved data.
  loadStorage(message);
  const quickjsAddOn = message.parts.quickjs ? runAddOn<QuickjsAddOn>(message.parts.quickjs) : null;
  const page = quickjsAddOn
    ? [quickjsPage(quickjsAddOn, message, nonce)]
    : entryPage(message.entry, { nonce, hasModules: lexer !== null && !late });

  loadAnswers(message.answers);
  const room = message.room && new FrameRoom(message.room);
  installGum(message, room);
  if (message.webxdc) installWebxdc(message.webxdc, room);
  if (quickjsAddOn) prepareQuickjs(quickjsAddOn, message);

  whenSized(() => {
    const prepareMs = Math.round(performance.now() - startTime);
    // document.write keeps script order, defer, modules, currentScript and load native.
    open();
    if (wasSpare) ignoreFirstResize();
    addListeners();
    write(page);
    watchFirstPaint();
    sendToHost({ type: "started", prepareMs });
  });
}

/** The frame's resize can arrive later than the message with its size; start without it after this time. */
const SIZED_MS = 200;

/** Waits until the frame has its final size, because pages read it at once. */
function whenSized(onSized: () => void): void {
  onHostMessage("placed", ({ width, height }) => {
    const deadline = performance.now() + SIZED_MS;
    // Browsers round differently.
    const isSized = (): boolean => Math.abs(innerWidth - width) <= 1 && Math.abs(innerHeight - height) <= 1;
    const checkSize = (): void => {
      if (isSized() || !width || performance.now() > deadline) onSized();
      else realm.queueDefaultTask(reporting(checkSize));
    };
    // In a new task, so that the page does not find the message event as `window.event`.
    realm.queueTask(reporting(checkSize));
  });
}

/** Hides the resize events that a spare frame still fires for the size with which the page starts. */
function ignoreFirstResize(): void {
  const ignoreOnce = (target: EventTarget | null, size: () => string): void => {
    const first = size();
    const onResize = (event: Event): void => {
      if (size() === first) event.stopImmediatePropagation();
    };
    target?.addEventListener("resize", onResize, { once: true, capture: true });
  };
  ignoreOnce(window, () => `${innerWidth} ${innerHeight}`);
  ignoreOnce(
    visualViewport,
    () => `${visualViewport!.width} ${visualViewport!.height} ${visualViewport!.scale}`,
  );
}

const reporting = (work: () => void) => (): void => {
  try {
    work();
  } catch (error) {
    report("start", error);
  }
};

function loadFiles(message: StartMessage): void {
  for (const [name, bytes] of message.files) addFile(name, new Uint8Array(bytes));
  if (message.rest) addPacked(message.rest);
  addRemote(message.remote);
  if (message.remote.length) patchLateUrls();
  onStartAgain(saveNow);
  setEntry(message.entry.file);
  if (!message.webxdc) return;
  // Replaces the mock that the package carries for development; ours is installed before the page.
  for (const name of ["webxdc.js", `${site.folder}webxdc.js`]) addFile(name, new Uint8Array());
}

function loadStorage({ storage, device, parts }: StartMessage): void {
  const isCookie = ([name]: [string, string]): boolean => name.startsWith(SESSION_COOKIE);
  loadWebStorage("local", storage.local);
  loadWebStorage(
    "session",
    storage.session.filter((pair) => !isCookie(pair)),
  );
  loadCookies(storage.cookies, storage.session.filter(isCookie));
  loadValues(storage.values);
  if (device)
    setDeviceSize(() => device.databases.reduce((sum, { bytes }) => sum + bytes, 0), device.quotaBytes);
  installDatabases(parts.databases, { account: storage.databases, device }, parts.late);
}

function install(nonce: string): NativeDocument {
  setInlineNonce(nonce);
  transformers["text/css"] = rewriteCss;
  transformers["text/javascript"] = (source, url) => `${rewriteScript(source, url)}\n//# sourceURL=${url}`;
  installWebStorage();
  installCookies();
  syncChildFrames();
  followOtherTabs();
  onHostMessage("storageFull", () =>
    appConsole.error("The storage of this app is full (10 MB, 10,000 keys): the last change was not saved."),
  );
  captureConsole();
  patchNetwork();
  const helper = Object.seal({
    ...locationHelpers(virtualLocations(), rewriteLocations),
    ...moduleHelpers(),
  });
  Object.defineProperty(window, HELPER, { value: helper });
  patchHistory();
  patchLinks();
  patchForms();
  installDevices();
  installFocus();
  installStubs();
  installWorkers();
  installUnload();
  installDialogs();
  patchUrls();
  patchHtml(nonce);
  return patchDocumentWrite(nonce, addListeners);
}

/** First the map: without a room it is saved with the other data. */
function saveNow(): void {
  reportPlace();
  flushShared();
  flushOnUnload();
}

const WARM_UP_SCRIPT = "rehearsal.js";
const WARM_UP_PAGE = `<!DOCTYPE html><html><head><meta charset="utf-8"><link rel="icon" href="x"><style>p{background:url(x)}</style><script>1</script><script src="${WARM_UP_SCRIPT}"></script></head><body><img src="x"><a href="x">x</a><p style="color:red">x</p></body></html>`;

/**
 * Renders a small page and discards it. Browsers compile code when it first runs, and set up blob URLs and script execution on
 * first use; a spare frame has time for that before an app needs it.
 */
function warmUp(nonce: string, { open, write }: NativeDocument): void {
  addFile(WARM_UP_SCRIPT, new realm.TextEncoder().encode("location.href"));
  const page = [...loadablePage(WARM_UP_PAGE, { nonce, hasModules: false }, site.base)];
  removeFile(WARM_UP_SCRIPT);
  open();
  addListeners();
  write(page.slice(0, 1));
  // Removes the listeners again.
  open();
  write([]);
}

/** `document.open` removes every listener of window and document, so these are added again after each. */
function addListeners(): void {
  refuseForeignMessages();
  watchChildFrames(navigateFrame, reportShellKey, framedFile);
  flushOnLeave();
  followInput();
  watchPresses();
  watchShellKeys(reportShellKey);
  followReturn();
  watchProblems();
  watchFragments();
  watchPage(() => sendToHost({ type: "title", title: document.title }));
  watchForms();
  watchLinks();
  window.addEventListener("load", () => {
    sendToHost({ type: "title", title: document.title });
    realm.setTimeout(() => sendToHost({ type: "loaded", blank: isBlank() }), 0);
    focusAutofocus();
    followRefresh();
  });
}

function reportShellKey(key: ShellKey): void {
  // A press in a child frame is not seen by this document.
  reportPress();
  sendToHost({ type: "shellKey", shortcut: null, escape: null, ...key });
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
function flushOnLeave(): void {
  const followLeaving = (event: Event): void => {
    if (stopRepeatedUnload(event)) return;
    if (event.type === "visibilitychange" && document.visibilityState !== "hidden") return;
    saveNow();
  };
  for (const type of ["beforeunload", "pagehide", "unload"])
    window.addEventListener(type, followLeaving, true);
  document.addEventListener("visibilitychange", followLeaving, true);
}

/** Emulates `<meta http-equiv=refresh>` to another page of the package. */
function followRefresh(): void {
  const content = document.querySelector("meta[data-gum-refresh]")?.getAttribute("data-gum-refresh") ?? "";
  const parts = /^\s*(\d+(?:\.\d+)?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content);
  if (parts) realm.setTimeout(() => navigate(parts[2]!.trim()), Number(parts[1]) * 1_000);
}

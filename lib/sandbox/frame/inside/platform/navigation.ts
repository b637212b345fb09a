/**
 * The app's virtual location and history. The document's real URL is the run document's, of which an opaque origin may change
 * only query and fragment, and a real navigation would end the run. So the path is virtual, the history is the app's own (see
 * session-history.ts; the browser's Back leaves the app), and a navigation is a request to the host.
 */
import { callHost, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { documentBase, fileAt, resolveUrl, site, urlOf } from "@/lib/sandbox/frame/inside/files";
import { asLocation } from "@/lib/sandbox/frame/inside/location-helpers";
import {
  currentEntry,
  entryAt,
  historyLength,
  historyText,
  moveBy,
  nextDocument,
  pushEntry,
  replaceEntry,
  startHistory,
  type HistoryEntry,
} from "@/lib/sandbox/frame/inside/platform/session-history";
import { filesOfPath, isPage, pageCandidates, withoutMount } from "@/lib/sandbox/protocol/page-lookup";
import { RUN_PATH } from "@/lib/sandbox/protocol/run-query";
import type { DialogAnswer, StartMessage } from "@/lib/sandbox/protocol/to-frame";
import { defineAccessor, wrapAccessor, wrapMethod, realm } from "@/lib/sandbox/frame/inside/realm";

const nativeReplace = History.prototype.replaceState;
let path = "/";
/** At which the page was loaded. */
let startPath = "/";
/** The page is that of a folder, asked for without the slash at its end. */
let lacksSlash = false;
let mainPage = "";

export function setStart({ main, path: start, query, hash, history: text }: StartMessage["place"]): void {
  mainPage = main;
  path = start ?? new URL(site.base).pathname.replace(/(^|\/)index\.html?$/, "$1");
  startPath = path;
  lacksSlash = new URL(site.base).pathname === `${path}/`;
  site.routed = null;
  if (query || hash) nativeReplace.call(history, null, "", RUN_PATH + query + hash);
  startHistory(text, { page: site.entry, path, search: location.search, hash: location.hash });
}

/** Navigates. Any page other than the current one, and a reload, is a new run that the host starts. */
export function navigate(url: unknown, replaces = false): void {
  const target = resolveUrl(String(url), currentHref());
  if (!target) return;
  if (target.protocol === "javascript:") return;
  if (target.origin !== site.origin) {
    openOutside(target.href);
    return;
  }
  const { pathname, search, hash } = target;
  const isSamePage = pathname === path || fileAt(target.href) === site.entry;
  if (isSamePage && hash && search === location.search) return setHash(hash);
  const page = pageAt(target);
  if (page === null)
    return realm.console.warn(`The link leads to ${pathname}, which is no page of this app.`);
  const entry = { page, path: pathname, search, hash, document: nextDocument(), state: null };
  // As browsers do for a link to where one is.
  if (replaces || target.href === currentHref()) replaceEntry(entry);
  else pushEntry(entry);
  load(entry);
}

const pageAt = (url: URL): string | null =>
  firstPage(pageCandidates(withoutMount(url.pathname, site.mount), mainPage));

function firstPage(names: string[]): string | null {
  const isShown = (file: string | null): boolean => file !== null && (isPage(file) || file === mainPage);
  return names.map((name) => fileAt(urlOf(name))).find(isShown) ?? null;
}

/** Without an entry in the browser's history: Firefox would count one for every step of a game that keeps its place there. */
export function setHash(value: string): void {
  location.replace(`#${String(value).replace(/^#/, "")}`);
  // Unless `popstate` has come already.
  if (location.hash !== currentEntry().hash) addHashEntry();
}

function reload(): void {
  load(withPageOfPath(currentEntry()));
}

/** Where the path that a router came to is that of another page, that one. Not a fallback page: the router knows better. */
function withPageOfPath(entry: HistoryEntry): HistoryEntry {
  const own = firstPage(filesOfPath(withoutMount(entry.path, site.mount)));
  return { ...entry, page: own ?? entry.page };
}

/** Restarts the same page with the answers to its questions. */
export function restartWith(answers: DialogAnswer[]): void {
  load(currentEntry(), answers);
}

/** Asks the host to start the page of an entry, which is the current one. */
function load({ page, path: to, search, hash }: HistoryEntry, answers: DialogAnswer[] = []): void {
  realm.clearTimeout(placeTimer);
  placeTimer = undefined;
  sendToHost({
    type: "navigate",
    entry: page,
    path: to,
    mount: site.mount,
    query: search,
    hash,
    history: historyText(),
    answers,
  });
}

/** A game may keep its place in the fragment with every step. */
const PLACE_EVERY_MS = 300;
let placeTimer: ReturnType<typeof setTimeout> | undefined;

/** The host leads a page that is reloaded from outside back to its place. */
function schedulePlaceReport(): void {
  placeTimer ??= realm.setTimeout(reportPlace, PLACE_EVERY_MS);
}

export function reportPlace(): void {
  if (placeTimer === undefined) return;
  realm.clearTimeout(placeTimer);
  placeTimer = undefined;
  const { page, path: at, search, hash } = withPageOfPath(currentEntry());
  sendToHost({
    type: "place",
    entry: page,
    path: at,
    mount: site.mount,
    query: search,
    hash,
    history: historyText(),
  });
}

export function openOutside(url: string): void {
  callHost("openLink", { url }).catch((refusal: Error) => realm.console.warn(refusal.message));
}

/** The page's URL without its fragment. */
export const pageHref = (): string => site.origin + path + location.search;
/** For links. */
export const linkBase = (): string =>
  site.hasBase || (lacksSlash && path === startPath) ? documentBase() : currentHref();
export const currentHref = (): string => pageHref() + location.hash;

/** `Location` as the app expects it. */
export function virtualLocation() {
  const { protocol, host, hostname, port } = location;
  const noOrigins = { length: 0, item: () => null, contains: () => false };
  return asLocation({
    ...("ancestorOrigins" in location ? { ancestorOrigins: noOrigins } : {}),
    get href() {
      return currentHref();
    },
    set href(url: string) {
      navigate(url);
    },
    get pathname() {
      return path;
    },
    set pathname(value: string) {
      navigate(value);
    },
    get search() {
      return location.search;
    },
    set search(value: string) {
      navigate(path + (value && !value.startsWith("?") ? `?${value}` : value));
    },
    get hash() {
      return location.hash;
    },
    set hash(value: string) {
      setHash(value);
    },
    origin: site.origin,
    protocol,
    host,
    hostname,
    port,
    assign: (url: unknown) => navigate(url),
    replace: (url: unknown) => navigate(url, true),
    reload,
    toString: currentHref,
  });
}

/**
 * The parent window's location, readable only as far as the browser allows. A page with a frame-busting script sends it to the
 * page's own URL, which is a no-op here.
 */
function outerLocation(outer: Location): { href: string } {
  const redirect = (url: unknown): void => {
    if (resolveUrl(String(url), currentHref())?.href !== currentHref()) navigate(url);
  };
  return new Proxy(Object.create(null) as { href: string }, {
    get: (_, key) =>
      key === "assign" || key === "replace" ? redirect : (Reflect.get(outer, key) as unknown),
    set(_, key, value) {
      if (key === "href") redirect(value);
      return true;
    },
  });
}

export function virtualLocations() {
  const { top: outer } = window;
  const place = outer && outer !== window ? outer.location : null;
  return {
    location: virtualLocation(),
    owners: [window, document],
    outer: outer && place && { windows: [outer, parent], place, location: outerLocation(place) },
  };
}

export function patchHistory(): void {
  const prototype = History.prototype;
  for (const name of ["pushState", "replaceState"] as const) {
    wrapMethod(prototype, name, () => {
      return function (this: History, state: unknown, _unused: string, url?: string | URL | null) {
        const target =
          url === undefined || url === null || url === "" ? null : resolveUrl(String(url), currentHref());
        if (target && target.origin !== site.origin) {
          throw new DOMException(
            `A history state with URL '${String(url)}' cannot be created in this document.`,
            "SecurityError",
          );
        }
        const clonedState: unknown = structuredClone(state);
        const { search, hash } = target ?? location;
        const { page, document } = currentEntry();
        const to = target?.pathname ?? path;
        const entry: HistoryEntry = { page, path: to, search, hash, document, state: clonedState };
        if (name === "pushState") pushEntry(entry);
        else replaceEntry(entry);
        applyEntry(entry);
      };
    });
  }
  wrapMethod(prototype, "go", () => traverse);
  wrapMethod(prototype, "back", () => () => traverse(-1));
  wrapMethod(prototype, "forward", () => () => traverse(1));
  wrapAccessor(prototype, "length", () => ({ get: historyLength }));
  wrapAccessor(prototype, "state", () => ({ get: () => currentEntry().state ?? null }));
  for (const name of ["URL", "documentURI"]) defineAccessor(Document.prototype, name, () => currentHref());
  defineAccessor(
    Document.prototype,
    "domain",
    () => location.hostname,
    () => {},
  );
}

/** Listens for fragments set natively by the app or a link. Called again after each `document.open`. */
export function watchFragments(): void {
  window.addEventListener("popstate", (event) => {
    if (event.isTrusted && location.hash !== currentEntry().hash) addHashEntry();
  });
}

function addHashEntry(): void {
  const { page, document } = currentEntry();
  const { search, hash } = location;
  pushEntry({ page, path, search, hash, document, state: null });
  schedulePlaceReport();
}

function traverse(delta = 0): void {
  if (!delta) return reload();
  realm.setTimeout(() => {
    const step = entryAt(delta);
    if (!step) return;
    const before = currentHref();
    const { document: documentBefore, hash: hashBefore } = currentEntry();
    moveBy(delta);
    if (step.document !== documentBefore) return load(withPageOfPath(step));
    applyEntry(step);
    window.dispatchEvent(new PopStateEvent("popstate", { state: step.state }));
    if (location.hash !== hashBefore) {
      window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before, newURL: currentHref() }));
    }
  });
}

function applyEntry(step: HistoryEntry): void {
  path = step.path;
  site.routed = path === startPath ? null : site.origin + path + step.search;
  nativeReplace.call(history, null, "", RUN_PATH + step.search + step.hash);
  schedulePlaceReport();
}

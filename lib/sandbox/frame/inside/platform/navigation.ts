/**
 * The app's virtual location and history. The document's real URL is the run document's, of which an opaque origin may change
 * only query and fragment, and a real navigation would end the run. So the path is virtual, the history is kept here (a run
 * adds no entries to the browser's history, and Back leaves the app), and a navigation is a request to the host.
 */
import { callHost, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { fileAt, resolveUrl, site } from "@/lib/sandbox/frame/inside/files";
import { asLocation } from "@/lib/sandbox/frame/inside/location-helpers";
import { RUN_PATH } from "@/lib/sandbox/protocol/run-query";
import type { DialogAnswer } from "@/lib/sandbox/protocol/to-frame";
import { defineAccessor, wrapAccessor, wrapMethod, realm } from "@/lib/sandbox/frame/inside/realm";

interface HistoryEntry {
  state: unknown;
  path: string;
  search: string;
  hash: string;
}

const nativeReplace = History.prototype.replaceState;
const entries: HistoryEntry[] = [];
let position = 0;
let path = "/";

export function setStartUrl(query: string, hash: string): void {
  path = new URL(site.base).pathname.replace(/(^|\/)index\.html?$/, "$1");
  if (query || hash) nativeReplace.call(history, null, "", RUN_PATH + query + hash);
  entries.splice(0, entries.length, { state: null, path, search: location.search, hash: location.hash });
  position = 0;
}

/** Navigates. Any page other than the current one, and a reload, is a new run that the host starts. */
export function navigate(url: unknown): void {
  const target = resolveUrl(String(url), currentHref());
  if (!target) return;
  if (target.protocol === "javascript:") return;
  if (target.origin !== site.origin) {
    openOutside(target.href);
    return;
  }
  const isSamePage = target.pathname === path || fileAt(target.href) === site.entry;
  if (isSamePage && target.hash && target.search === location.search) setHash(target.hash);
  else restart(fileAt(target.href), target.search, target.hash);
}

/** Without an entry in the browser's history: Firefox would count one for every step of a game that keeps its place there. */
export function setHash(value: string): void {
  location.replace(`#${String(value).replace(/^#/, "")}`);
  // Unless `popstate` has come already.
  if (location.hash !== entries[position]?.hash) addHashEntry();
}

export function reload(): void {
  restart(site.entry, location.search, location.hash);
}

/** Restarts the same page with the answers to its questions. */
export function restartWith(answers: DialogAnswer[]): void {
  restart(site.entry, location.search, location.hash, answers);
}

function restart(entry: string | null, query: string, hash: string, answers: DialogAnswer[] = []): void {
  sendToHost({ type: "navigate", entry, query, hash, answers });
}

export function openOutside(url: string): void {
  callHost("openLink", { url }).catch((refusal: Error) => realm.console.warn(refusal.message));
}

export const currentHref = (): string => site.origin + path + location.search + location.hash;

/** `Location` as the app expects it. */
function virtualLocation() {
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
    assign: navigate,
    replace: navigate,
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
        const entry: HistoryEntry = { state: clonedState, path: target?.pathname ?? path, search, hash };
        if (name === "pushState") position += 1;
        entries.splice(position, name === "pushState" ? entries.length : 1, entry);
        applyEntry(entry);
      };
    });
  }
  wrapMethod(prototype, "go", () => traverse);
  wrapMethod(prototype, "back", () => () => traverse(-1));
  wrapMethod(prototype, "forward", () => () => traverse(1));
  wrapAccessor(prototype, "length", () => ({ get: () => entries.length }));
  wrapAccessor(prototype, "state", () => ({ get: () => entries[position]?.state ?? null }));
  defineAccessor(Document.prototype, "URL", currentHref);
  defineAccessor(Document.prototype, "documentURI", currentHref);
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
    if (event.isTrusted && location.hash !== entries[position]?.hash) addHashEntry();
  });
}

function addHashEntry(): void {
  position += 1;
  const { search, hash } = location;
  entries.splice(position, entries.length, { state: null, path, search, hash });
}

function traverse(delta = 0): void {
  if (!delta) return reload();
  realm.setTimeout(() => {
    const step = entries[position + delta];
    if (!step) return;
    const before = currentHref();
    const hashBefore = location.hash;
    position += delta;
    applyEntry(step);
    window.dispatchEvent(new PopStateEvent("popstate", { state: step.state }));
    if (location.hash !== hashBefore) {
      window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before, newURL: currentHref() }));
    }
  });
}

function applyEntry(step: HistoryEntry): void {
  path = step.path;
  nativeReplace.call(history, null, "", RUN_PATH + step.search + step.hash);
}

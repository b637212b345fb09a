/**
 * The app's virtual location and history. The document's real URL is the run document's, of which an opaque origin may change
 * only query and fragment, and a real navigation would end the run. So the path is virtual, the history is kept here (a run
 * adds no entries to the browser's history, and Back leaves the app), and a navigation is a request to the host.
 */
import { ask, sendToHost } from "@/lib/sandbox/frame/inside/channel";
import { find, resolve, space } from "@/lib/sandbox/frame/inside/files";
import { RUN_PATH } from "@/lib/sandbox/protocol/run-query";
import type { DialogAnswer } from "@/lib/sandbox/protocol/to-frame";
import { accessor, wrapAccessor, wrapMethod, realm } from "@/lib/sandbox/frame/inside/realm";

interface Step {
  state: unknown;
  path: string;
  search: string;
  hash: string;
}

const nativeReplace = History.prototype.replaceState;
const steps: Step[] = [];
let at = 0;
let path = "/";

export function startAt(query: string, hash: string): void {
  path = new URL(space.base).pathname.replace(/(^|\/)index\.html?$/, "$1");
  if (query || hash) nativeReplace.call(history, null, "", RUN_PATH + query + hash);
  steps.splice(0, steps.length, { state: null, path, search: location.search, hash: location.hash });
  at = 0;
}

/** Navigates. Any page other than the current one, and a reload, is a new run that the host starts. */
export function goTo(url: unknown): void {
  const target = resolve(String(url), currentHref());
  if (!target) return;
  if (target.protocol === "javascript:") return;
  if (target.origin !== space.origin) {
    openOutside(target.href);
    return;
  }
  const isSamePage = target.pathname === path || find(target.href) === space.entry;
  if (isSamePage && target.hash && target.search === location.search) location.hash = target.hash;
  else restart(find(target.href), target.search, target.hash);
}

export function reload(): void {
  restart(space.entry, location.search, location.hash);
}

/** Restarts the same page with the answers to its questions. */
export function restartWith(answers: DialogAnswer[]): void {
  restart(space.entry, location.search, location.hash, answers);
}

function restart(entry: string | null, query: string, hash: string, answers: DialogAnswer[] = []): void {
  sendToHost({ type: "navigate", entry, query, hash, answers });
}

export function openOutside(url: string): void {
  ask("openLink", { url }).catch((refusal: Error) => realm.console.warn(refusal.message));
}

export const currentHref = (): string => space.origin + path + location.search + location.hash;

/** `Location` as the app expects it. */
function virtualLocation() {
  return {
    get href() {
      return currentHref();
    },
    set href(url: string) {
      goTo(url);
    },
    get pathname() {
      return path;
    },
    set pathname(value: string) {
      goTo(value);
    },
    get search() {
      return location.search;
    },
    set search(value: string) {
      goTo(path + (value && !value.startsWith("?") ? `?${value}` : value));
    },
    get hash() {
      return location.hash;
    },
    set hash(value: string) {
      location.hash = value;
    },
    get origin() {
      return space.origin;
    },
    get protocol() {
      return location.protocol;
    },
    get host() {
      return location.host;
    },
    get hostname() {
      return location.hostname;
    },
    get port() {
      return location.port;
    },
    assign: goTo,
    replace: goTo,
    reload,
    toString: currentHref,
  };
}

/**
 * The parent window's location, readable only as far as the browser allows. A page with a frame-busting script sends it to the
 * page's own URL, which is a no-op here.
 */
function outerLocation(outer: Location): object {
  const go = (url: unknown): void => {
    if (resolve(String(url), currentHref())?.href !== currentHref()) goTo(url);
  };
  return new Proxy(Object.create(null) as object, {
    get: (_, key) => (key === "assign" || key === "replace" ? go : (Reflect.get(outer, key) as unknown)),
    set(_, key, value) {
      if (key === "href") go(value);
      return true;
    },
  });
}

/** Helpers that rewritten scripts call; see protocol/script-locations.ts. */
export function installLocationHelpers(helper: Record<string, unknown>): void {
  const own = virtualLocation();
  const { top: outer } = window;
  const outerPlace = outer ? outer.location : null;
  const ofOuter = outerPlace && outerLocation(outerPlace);
  const ownerOf = (place: object) => ({
    get location() {
      return place;
    },
    set location(url: unknown) {
      (place as { href: string }).href = String(url);
    },
  });
  const owner = ownerOf(own);
  const outerOwner = ofOuter && ownerOf(ofOuter);
  const isOuter = (value: unknown): boolean => value === outer || value === parent;
  helper.loc = (value: unknown) => {
    if (value === window.location) return own;
    return ofOuter && (value === outerPlace || value === parent.location) ? ofOuter : value;
  };
  helper.win = (value: unknown) => {
    if (value === window || value === document) return owner;
    return outerOwner && isOuter(value) ? outerOwner : value;
  };
}

export function patchHistory(): void {
  const prototype = History.prototype;
  for (const name of ["pushState", "replaceState"] as const) {
    wrapMethod(prototype, name, () => {
      return function (this: History, state: unknown, _unused: string, url?: string | URL | null) {
        const target =
          url === undefined || url === null || url === "" ? null : resolve(String(url), currentHref());
        if (target && target.origin !== space.origin) {
          throw new DOMException(
            `A history state with URL '${String(url)}' cannot be created in this document.`,
            "SecurityError",
          );
        }
        const kept: unknown = structuredClone(state);
        const step: Step = target
          ? { state: kept, path: target.pathname, search: target.search, hash: target.hash }
          : { state: kept, path, search: location.search, hash: location.hash };
        if (name === "pushState") at += 1;
        steps.splice(at, name === "pushState" ? steps.length : 1, step);
        show(step);
      };
    });
  }
  wrapMethod(prototype, "go", () => go);
  wrapMethod(prototype, "back", () => () => go(-1));
  wrapMethod(prototype, "forward", () => () => go(1));
  wrapAccessor(prototype, "length", () => ({ get: () => steps.length }));
  wrapAccessor(prototype, "state", () => ({ get: () => steps[at]?.state ?? null }));
  accessor(Document.prototype, "URL", currentHref);
  accessor(Document.prototype, "documentURI", currentHref);
  accessor(
    Document.prototype,
    "domain",
    () => location.hostname,
    () => {},
  );
}

/** Listens for fragments set natively by the app or a link. Called again after each `document.open`. */
export function watchFragments(): void {
  window.addEventListener("popstate", (event) => {
    if (!event.isTrusted || location.hash === steps[at]?.hash) return;
    at += 1;
    steps.splice(at, steps.length, { state: null, path, search: location.search, hash: location.hash });
  });
}

function go(delta = 0): void {
  if (!delta) return reload();
  realm.setTimeout(() => {
    const step = steps[at + delta];
    if (!step) return;
    const before = currentHref();
    const hashBefore = location.hash;
    at += delta;
    show(step);
    window.dispatchEvent(new PopStateEvent("popstate", { state: step.state }));
    if (location.hash !== hashBefore) {
      window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before, newURL: currentHref() }));
    }
  });
}

function show(step: Step): void {
  path = step.path;
  nativeReplace.call(history, null, "", RUN_PATH + step.search + step.hash);
}

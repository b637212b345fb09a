/**
 * The history of a framed page. Of its real URL, `about:srcdoc`, a router may change only the fragment, and steps of its own would be
 * steps of the person's browser. So it keeps its entries itself; the fragment stands in the real URL too, where links set it.
 */
import { realm, wrapAccessor, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

interface Entry {
  url: URL;
  state: unknown;
}

/** As browsers limit theirs. */
const ENTRIES_MAX = 50;
const nativeReplace = History.prototype.replaceState;

/** @returns the page's URL now */
export function installHistory(start: URL): () => URL {
  let entries: Entry[] = [{ url: start, state: null }];
  let position = 0;
  const current = (): Entry => entries[position]!;
  const pageNow = (): URL => {
    const url = new URL(current().url);
    url.hash = location.hash;
    return url;
  };
  const showFragment = (): void => {
    const { hash } = current().url;
    if (hash !== location.hash) nativeReplace.call(history, null, "", `about:srcdoc${hash}`);
  };
  showFragment();

  const prototype = History.prototype;
  for (const name of ["pushState", "replaceState"] as const)
    wrapMethod(prototype, name, () => {
      return function (this: History, state: unknown, _unused: string, to?: string | URL | null) {
        const isHere = to === undefined || to === null || to === "";
        const url = isHere ? pageNow() : new URL(to, current().url);
        if (url.origin !== start.origin)
          throw new DOMException(
            `A history state with URL '${url.href}' cannot be created in this document.`,
            "SecurityError",
          );
        const entry: Entry = { url, state: structuredClone(state) };
        if (name === "pushState") {
          entries.splice(position + 1, entries.length, entry);
          entries = entries.slice(-ENTRIES_MAX);
          position = entries.length - 1;
        } else entries[position] = entry;
        showFragment();
      };
    });
  wrapMethod(prototype, "go", () => traverse);
  wrapMethod(prototype, "back", () => () => traverse(-1));
  wrapMethod(prototype, "forward", () => () => traverse(1));
  wrapAccessor(prototype, "length", () => ({ get: () => entries.length }));
  wrapAccessor(prototype, "state", () => ({ get: () => current().state }));

  function traverse(delta = 0): void {
    realm.setTimeout(() => {
      if (!delta || !entries[position + delta]) return;
      const before = pageNow();
      position += delta;
      const { url, state } = current();
      showFragment();
      window.dispatchEvent(new PopStateEvent("popstate", { state }));
      if (url.hash !== before.hash)
        window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before.href, newURL: url.href }));
    });
  }
  return pageNow;
}

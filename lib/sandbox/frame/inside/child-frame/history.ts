/**
 * The history of a framed page. Its real URL is `about:srcdoc`, which no router can change, and steps of its own would be steps of
 * the person's browser. So it keeps its entries itself; a fragment that a link sets is the browser's.
 */
import { realm, wrapAccessor, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

interface Entry {
  url: URL;
  state: unknown;
}

/** @returns the page's URL now */
export function installHistory(start: URL): () => URL {
  let entries: Entry[] = [{ url: start, state: null }];
  let position = 0;
  const current = (): Entry => entries[position]!;
  const prototype = History.prototype;
  for (const name of ["pushState", "replaceState"] as const)
    wrapMethod(prototype, name, () => {
      return function (this: History, state: unknown, _unused: string, to?: string | URL | null) {
        const url = to === undefined || to === null ? current().url : new URL(to, current().url);
        if (url.origin !== start.origin)
          throw new DOMException(
            `A history state with URL '${url.href}' cannot be created in this document.`,
            "SecurityError",
          );
        if (name === "pushState") {
          position += 1;
          entries = entries.slice(0, position);
        }
        entries[position] = { url, state: structuredClone(state) };
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
      const before = current().url;
      position += delta;
      const { url, state } = current();
      window.dispatchEvent(new PopStateEvent("popstate", { state }));
      if (url.hash !== before.hash)
        window.dispatchEvent(new HashChangeEvent("hashchange", { oldURL: before.href, newURL: url.href }));
    });
  }
  return () => current().url;
}

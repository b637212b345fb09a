/**
 * Files that a script of a framed page gives to an element: style sheets, pictures, sounds and classic scripts. The frame has none
 * of them, so the element gets its URL once the page has sent the file; its load event comes then.
 */
import { realm, wrapAccessor, wrapGetter, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

interface Files {
  find(url: string): string | null;
  /** The URL that the app sees. */
  absolute(url: string): string;
  /** As the browser is to load it, rewritten where it is a style sheet or a script. */
  load(name: string): Promise<Blob>;
}

const PROPERTIES: readonly [owner: { prototype: Element }, name: string][] = [
  [HTMLLinkElement, "href"],
  [HTMLImageElement, "src"],
  [HTMLScriptElement, "src"],
  [HTMLMediaElement, "src"],
  [HTMLSourceElement, "src"],
];

const { setAttribute } = Element.prototype;
const written = new WeakMap<Element, string>();
/** Of elements whose file has not come yet. */
const arrivals = new WeakMap<Element, Promise<void>>();
const urls = new Map<string, Promise<string>>();
const virtualUrls = new Map<string, string>();

export function installLateUrls(files: Files): void {
  const isLate = (element: Element, attribute: string): boolean =>
    /^(?:src|href)$/i.test(attribute) &&
    PROPERTIES.some(
      ([owner, name]) =>
        name === attribute.toLowerCase() && element instanceof (owner as unknown as typeof Element),
    );

  /** @returns the file that the element is to load */
  const fileFor = (element: Element, url: string): string | null => {
    const name = files.find(url);
    if (name === null) return null;
    return element instanceof HTMLScriptElement && element.type === "module" ? null : name;
  };

  const urlOf = (name: string, url: string, isIdle: boolean): Promise<string> => {
    const key = isIdle ? `${name}\n` : name;
    let loaded = urls.get(key);
    if (!loaded) {
      // Of preloads and icons the browser needs nothing.
      const blob = isIdle
        ? realm.Promise.resolve(new realm.Blob([], { type: "text/javascript" }))
        : files.load(name);
      loaded = blob.then((content) => {
        const made = realm.createObjectURL(content);
        virtualUrls.set(made, files.absolute(url));
        return made;
      });
      urls.set(key, loaded);
      // If it does not arrive, the next element asks for it again.
      loaded.catch(() => urls.delete(key));
    }
    return loaded;
  };

  const forget = (element: Element): void => {
    written.delete(element);
    arrivals.delete(element);
  };

  /** @returns whether the URL is that of a file, which the browser is not to ask for */
  const setLate = (element: Element, attribute: string, url: string): boolean => {
    forget(element);
    const name = fileFor(element, url);
    if (name === null) return false;
    written.set(element, url);
    const settle = (loadable: string): void => {
      if (written.get(element) !== url) return;
      arrivals.delete(element);
      setAttribute.call(element, attribute, loadable);
    };
    const isIdle = element instanceof HTMLLinkElement && !/\.css$/i.test(name);
    const loaded = urlOf(name, url, isIdle);
    arrivals.set(
      element,
      loaded.then(settle, () => settle(files.absolute(url))),
    );
    return true;
  };

  for (const [{ prototype }, attribute] of PROPERTIES)
    wrapAccessor(prototype, attribute, (native) => ({
      get(this: Element) {
        const url = written.get(this);
        return url === undefined ? native.get.call(this) : files.absolute(url);
      },
      set(this: Element, value: unknown) {
        if (!setLate(this, attribute, String(value))) native.set.call(this, value);
      },
    }));
  wrapMethod(Element.prototype, "setAttribute", (native) => {
    return function (this: Element, name: string, value: string) {
      if (isLate(this, name) && setLate(this, name, String(value))) return;
      native.call(this, name, value);
    };
  });
  wrapMethod(Element.prototype, "getAttribute", (native) => {
    return function (this: Element, name: string) {
      return (isLate(this, name) ? written.get(this) : undefined) ?? native.call(this, name);
    };
  });
  wrapMethod(Element.prototype, "removeAttribute", (native) => {
    return function (this: Element, name: string) {
      if (isLate(this, name)) forget(this);
      native.call(this, name);
    };
  });
  wrapAccessor(HTMLImageElement.prototype, "complete", (native) => ({
    get(this: Element) {
      return !arrivals.has(this) && native.get.call(this);
    },
  }));
  wrapMethod(HTMLImageElement.prototype, "decode", (native) => {
    return async function (this: HTMLImageElement) {
      await arrivals.get(this);
      return native.call(this);
    };
  });
  wrapGetter(StyleSheet.prototype, "href", (url) => virtualUrls.get(url as string) ?? url);
}

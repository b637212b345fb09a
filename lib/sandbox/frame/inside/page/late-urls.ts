/**
 * Pictures, sounds, videos, SVG shapes and links whose file is remote: an element gets its URL once the file is there, so
 * nothing fails before. Until then an attribute of ours holds what the app wrote, and reads of the element answer from it.
 */
import { hasRemote, readyFile, remoteFileAt, resolveUrl } from "@/lib/sandbox/frame/inside/files";
import { rewriteAttribute, urlsOfSrcset } from "@/lib/sandbox/frame/inside/page/attributes";
import { setAttributeNatively } from "@/lib/sandbox/frame/inside/page/natives";
import { expandExternalUse } from "@/lib/sandbox/frame/inside/page/svg-use";
import { realm, wrapAccessor, wrapGetter, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

const PREFIX = "data-gum-late-";
const XLINK = "http://www.w3.org/1999/xlink";
/** Of `<use>`, the shape is copied into the page; see svg-use.ts. */
const SVG_TAGS = ["image", "feimage", "use"];
const LATE_TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["src", ["img", "audio", "video", "source", "track", "input"]],
  ["srcset", ["img", "source"]],
  ["poster", ["video"]],
  ["href", ["link", ...SVG_TAGS]],
  ["xlink:href", SVG_TAGS],
]);
/** Matches every element that waits. */
export const LATE = [...LATE_TAGS.keys()].map((name) => `[${PREFIX}${name.replace(":", "\\:")}]`).join(",");

const { getAttribute, removeAttribute, hasAttribute, setAttributeNS } = Element.prototype;
const { load } = HTMLMediaElement.prototype;

/** Where the app's value is kept until its file is there. */
export const lateName = (attribute: string): string => PREFIX + attribute;

/** Whether the attribute must wait for a remote file. */
export function isLate(tag: string, attribute: string, value: string): boolean {
  return hasRemote() && remoteFilesIn(tag, attribute, value).length > 0;
}

function remoteFilesIn(tag: string, attribute: string, value: string): string[] {
  if (!LATE_TAGS.get(attribute)?.includes(tag.toLowerCase())) return [];
  const urls = attribute === "srcset" ? urlsOfSrcset(value) : [value.trim()];
  return urls.flatMap((url) => remoteFileAt(url) ?? []);
}

/** Sets the attribute once its files are there. */
export function setLate(element: Element, attribute: string, written: string): void {
  setAttributeNatively(element, lateName(attribute), written);
  if (element instanceof HTMLMediaElement && hasAttribute.call(element, "src")) {
    // What it plays ends now, as with any other source. A picture stays until the next one is there.
    removeAttribute.call(element, "src");
    load.call(element);
  }
  if (element instanceof HTMLSourceElement) element.addEventListener("error", ignore, true);
  const settle = (isThere: boolean): void => {
    if (lateValue(element, attribute) !== written) return;
    forget(element, attribute);
    const value = isThere
      ? rewriteAttribute(element.localName.toLowerCase(), attribute, written)
      : fail(element, attribute, written);
    if (attribute === "xlink:href") setAttributeNS.call(element, XLINK, attribute, value);
    else setAttributeNatively(element, attribute, value);
    if (isThere && element.localName === "use") expandExternalUse(element);
    if (element instanceof HTMLSourceElement) tryAgain(element.parentElement);
  };
  void filesReady(element, attribute, written).then(settle);
}

const failed = new WeakMap<Element, Map<string, string>>();

/** @returns the address that cannot be loaded, which makes the element fail */
function fail(element: Element, attribute: string, written: string): string {
  const url = attribute === "srcset" ? written : (resolveUrl(written)?.href ?? written);
  const values = failed.get(element) ?? new Map<string, string>();
  failed.set(element, values.set(attribute, url));
  return url;
}

/** Whether the element has the value because its file did not arrive. If the app sets it again, the file is asked for again. */
export const hasFailed = (element: Element, attribute: string, value: string): boolean =>
  failed.get(element)?.get(attribute) === value;

function filesReady(element: Element, attribute: string, written: string): Promise<boolean> {
  const files = remoteFilesIn(element.localName, attribute, written);
  return realm.Promise.all(files.map(readyFile)).then(
    () => true,
    () => false,
  );
}

/** A source without a URL fails. */
const ignore = (event: Event): void => event.stopImmediatePropagation();

/** A media element does not look at its sources again by itself. */
function tryAgain(media: Element | null): void {
  if (!(media instanceof HTMLMediaElement) || media.currentSrc) return;
  const wasPlaying = !media.paused;
  load.call(media);
  if (wasPlaying) void media.play().catch(() => {});
}

function lateValue(element: Element, attribute: string): string | null {
  return getAttribute.call(element, lateName(attribute));
}

function forget(element: Element, attribute: string): void {
  removeAttribute.call(element, lateName(attribute));
  if (element instanceof HTMLSourceElement) element.removeEventListener("error", ignore, true);
}

/** Takes on an element that markup has brought. */
export function followLate(element: Element): void {
  for (const attribute of LATE_TAGS.keys()) {
    const written = lateValue(element, attribute);
    if (written !== null) setLate(element, attribute, written);
  }
}

const PROPERTIES: [owner: { prototype: object }, name: string][] = [
  [HTMLImageElement, "src"],
  [HTMLImageElement, "srcset"],
  [HTMLMediaElement, "src"],
  [HTMLSourceElement, "src"],
  [HTMLSourceElement, "srcset"],
  [HTMLVideoElement, "poster"],
  [HTMLInputElement, "src"],
  [HTMLTrackElement, "src"],
  [HTMLLinkElement, "href"],
];

/** Only for packages with remote files: the others need none of this. */
export function patchLateUrls(): void {
  for (const [owner, name] of PROPERTIES) {
    wrapAccessor(owner.prototype, name, (native) => ({
      get(this: Element) {
        const late = lateValue(this, name);
        if (late === null) return native.get.call(this);
        return name === "srcset" ? late : (resolveUrl(late)?.href ?? late);
      },
      set(this: Element, value: unknown) {
        if (isLate(this.localName, name, String(value))) return setLate(this, name, String(value));
        forget(this, name);
        native.set.call(this, value);
      },
    }));
  }
  patchAttributes();
  patchPictures();
  for (const name of ["innerHTML", "outerHTML"])
    wrapGetter(Element.prototype, name, (markup) => String(markup).replaceAll(` ${PREFIX}`, " "));
}

function patchAttributes(): void {
  const element = Element.prototype;
  wrapMethod(element, "setAttribute", (native) => {
    return function setAttribute(this: Element, name: string, value: string) {
      const attribute = String(name).toLowerCase();
      if (isLate(this.localName, attribute, String(value))) return setLate(this, attribute, String(value));
      if (LATE_TAGS.has(attribute)) forget(this, attribute);
      native.call(this, name, value);
    };
  });
  wrapMethod(element, "setAttributeNS", (native) => {
    return function setAttributeNS(this: Element, namespace: string | null, name: string, value: string) {
      const isXlink = namespace === XLINK && /^(?:\w+:)?href$/.test(name);
      const attribute = isXlink ? "xlink:href" : String(name).toLowerCase();
      if (isLate(this.localName, attribute, String(value))) return setLate(this, attribute, String(value));
      if (LATE_TAGS.has(attribute)) forget(this, attribute);
      native.call(this, namespace, name, value);
    };
  });
  wrapMethod(element, "getAttribute", (native) => {
    return function (this: Element, name: string) {
      return lateValueOf(this, name) ?? native.call(this, name);
    };
  });
  wrapMethod(element, "hasAttribute", (native) => {
    return function (this: Element, name: string) {
      return native.call(this, name) || lateValueOf(this, name) !== null;
    };
  });
  wrapMethod(element, "removeAttribute", (native) => {
    return function (this: Element, name: string) {
      const attribute = String(name).toLowerCase();
      if (LATE_TAGS.has(attribute)) forget(this, attribute);
      native.call(this, name);
    };
  });
}

/** @param name in any case */
function lateValueOf(element: Element, name: string): string | null {
  const attribute = String(name).toLowerCase();
  return LATE_TAGS.has(attribute) ? lateValue(element, attribute) : null;
}

/** What a picture waits for, be it an address of its own or of the sources beside it. */
function waitingFor(image: Element): [element: Element, attribute: string, written: string][] {
  const { parentElement: parent } = image;
  const sources = parent instanceof HTMLPictureElement ? parent.getElementsByTagName("source") : [];
  return [image, ...sources].flatMap((element) =>
    ["src", "srcset"].flatMap((attribute) => {
      const written = lateValue(element, attribute);
      return written === null ? [] : ([[element, attribute, written]] as [Element, string, string][]);
    }),
  );
}

function patchPictures(): void {
  const picture = HTMLImageElement.prototype;
  wrapAccessor(picture, "complete", (native) => ({
    get(this: HTMLImageElement) {
      return waitingFor(this).length === 0 && native.get.call(this);
    },
  }));
  wrapMethod(picture, "decode", (native) => {
    return async function (this: HTMLImageElement) {
      await realm.Promise.all(waitingFor(this).map((late) => filesReady(...late)));
      return native.call(this);
    };
  });
}

/**
 * Child frames: `<iframe>` of a file of the package, of a blob or data URL, or of a `srcdoc`. The policy allows no URL in a
 * frame, so all of them become `srcdoc`: a document with an opaque origin of its own, under the same policy, with everything
 * it needs inlined. It communicates with the page by postMessage.
 */
import {
  find,
  markupWithoutBlobUrls,
  resolve,
  space,
  textOf,
  bytesOf,
  urlOf,
} from "@/lib/sandbox/frame/inside/files";
import { isScriptType } from "@/lib/package/script-type";
import { goTo, openOutside } from "@/lib/sandbox/frame/inside/platform/navigation";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";
import { dataUrlBytes } from "@/lib/sandbox/frame/inside/network/data-url";
import { readableObject } from "@/lib/sandbox/frame/inside/network/objects";
import { rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { outerHtmlOf, writeAttribute, writeText } from "@/lib/sandbox/frame/inside/page/natives";
import { toBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import { define, realm, wrapAccessor } from "@/lib/sandbox/frame/inside/realm";
import { framePrelude } from "@/lib/sandbox/frame/inside/saving/own-frame-storage";

/** Attribute with the URL that the author wrote. */
export const FRAME_SOURCE = "data-gum-src";

const ADDRESSES = ["src", "poster", "srcset", "background"];
const frames = HTMLIFrameElement.prototype;
const nativeText = Object.getOwnPropertyDescriptor(frames, "srcdoc")!;
const setText = (frame: HTMLIFrameElement, html: string): void => nativeText.set!.call(frame, html);
/** The `srcdoc` that the app set, before it was rewritten. */
const givenTexts = new WeakMap<HTMLIFrameElement, string>();
let nonce = "";

/** Sets this run's nonce for the scripts in child frames. */
export function ownFrameNonce(run: string): void {
  nonce = run;
}

export function patchOwnFrames(run: string): void {
  ownFrameNonce(run);
  wrapAccessor(HTMLIFrameElement.prototype, "src", (native) => ({
    get(this: HTMLIFrameElement) {
      const written = this.attributes.getNamedItem(FRAME_SOURCE)?.value;
      const file = written === undefined ? null : find(written);
      return file === null ? native.get.call(this) : urlOf(file);
    },
    set(this: HTMLIFrameElement, value: unknown) {
      if (!showInFrame(this, String(value))) native.set.call(this, value);
    },
  }));
  wrapAccessor(frames, "srcdoc", (native) => ({
    get(this: HTMLIFrameElement) {
      return givenTexts.get(this) ?? native.get.call(this);
    },
    set(this: HTMLIFrameElement, value: unknown) {
      givenTexts.set(this, String(value));
      setText(this, framedText(String(value)));
    },
  }));
  patchFrameDocuments();
}

/**
 * Emulates `contentDocument` and `contentWindow` of an empty frame, whose real document is cross-origin: the app writes to a
 * detached document, whose content is then shown in the frame.
 */
function patchFrameDocuments(): void {
  const made = new WeakMap<HTMLIFrameElement, Document>();
  const isEmpty = (frame: HTMLIFrameElement): boolean =>
    frame.isConnected && (made.has(frame) || !EMPTY_WITHOUT.some((name) => frame.hasAttribute(name)));
  const pageIn = (frame: HTMLIFrameElement): Document => {
    let page = made.get(frame);
    if (!page) made.set(frame, (page = writablePage(frame)));
    return page;
  };
  wrapAccessor(frames, "contentDocument", (native) => ({
    get(this: HTMLIFrameElement) {
      return isEmpty(this) ? pageIn(this) : native.get.call(this);
    },
  }));
  wrapAccessor(frames, "contentWindow", (native) => ({
    get(this: HTMLIFrameElement) {
      const shown = native.get.call(this) as Window | null;
      if (!shown || !isEmpty(this)) return shown;
      return new Proxy(Object.create(null) as object, {
        get: (_, key) => {
          if (key === "document") return pageIn(this);
          const value = Reflect.get(shown, key) as unknown;
          return typeof value === "function" ? (value.bind(shown) as unknown) : value;
        },
        set: (_, key, value) => Reflect.set(shown, key, value),
      });
    },
  }));
}

const EMPTY_WITHOUT = ["src", "srcdoc", FRAME_SOURCE];

function writablePage(frame: HTMLIFrameElement): Document {
  const page = document.implementation.createHTMLDocument("");
  let written: string | null = null;
  const show = (html: string): void => setText(frame, framedText(html));
  const write = (...texts: string[]): void => {
    if (written === null) realm.queueTask(finish);
    written = (written ?? "") + texts.join("");
  };
  const finish = (): void => {
    if (written === null) return;
    const html = written;
    written = null;
    page.documentElement.innerHTML = html;
    observer.takeRecords();
    show(html);
  };
  const observer = new MutationObserver(() => show(outerHtmlOf(page.documentElement)));
  define(page, "open", () => page);
  define(page, "write", write);
  define(page, "writeln", (...texts: string[]) => write(...texts, "\n"));
  define(page, "close", finish);
  observer.observe(page, { attributes: true, characterData: true, childList: true, subtree: true });
  return page;
}

/** @returns whether the URL means content that can be framed; the frame then shows it */
export function showInFrame(frame: HTMLIFrameElement, address: string): boolean {
  const content = documentOf(address);
  const object = content === null ? readableObject(address) : null;
  if (content === null && !(object && /html|svg|image|text/.test(object.type))) return false;
  frame.removeAttribute("src");
  frame.setAttribute(FRAME_SOURCE, address);
  if (content !== null) setText(frame, content);
  else void showObject(frame, object!, address);
  return true;
}

async function showObject(frame: HTMLIFrameElement, object: Blob, address: string): Promise<void> {
  const html = object.type.startsWith("image/") ? pageOfPicture(address) : await object.text();
  if (frame.attributes.getNamedItem(FRAME_SOURCE)?.value === address) setText(frame, framedText(html));
}

/** The `srcdoc` for a file of the package or a data URL with HTML; null for any other URL. */
export function documentOf(address: string): string | null {
  const file = find(address.trim());
  if (file === null) {
    const data = /^\s*data:text\/html\b/i.test(address) ? dataUrlBytes(address) : null;
    return data && framedText(new realm.TextDecoder().decode(data.bytes));
  }
  const type = typeOfFile(file);
  if (type === "text/html")
    return framedPage(textOf(file), { base: urlOf(file) + afterPath(resolve(address)), isFile: true });
  if (type.startsWith("image/")) return pageOfPicture(dataUrlOf(file));
  const holder = document.implementation.createHTMLDocument().createElement("pre");
  holder.textContent = textOf(file);
  return `<!DOCTYPE html>${outerHtmlOf(holder)}`;
}

const pageOfPicture = (address: string): string =>
  `<!DOCTYPE html><body style="margin:0"><img src="${address}">`;

/** Prepares HTML of the app for `srcdoc`. */
export const framedText = (html: string): string => framedPage(html, { base: space.base, isFile: false });

const afterPath = (address: URL | null): string => (address ? address.search + address.hash : "");

/** Handles a navigation request of a child frame: in the frame itself or, depending on the target, of the whole page. */
export function goInFrame(from: MessageEventSource, url: string, target: string): void {
  const frame = [...document.querySelectorAll("iframe")].find((one) => one.contentWindow === from);
  if (/^_(?:top|parent)$/i.test(target)) goTo(url);
  else if (frame && !showInFrame(frame, url) && resolve(url)?.origin !== space.origin) openOutside(url);
}

function framedPage(html: string, page: { base: string; isFile: boolean }): string {
  const { base } = page;
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const inline = (url: string): string => {
    const name = find(url, base);
    return name === null ? url : dataUrlOf(name);
  };
  for (const element of parsed.querySelectorAll("meta[http-equiv],base,iframe")) element.remove();
  for (const link of parsed.querySelectorAll("link")) {
    const name = link.relList.contains("stylesheet") ? find(link.getAttribute("href"), base) : null;
    if (name === null) {
      link.remove();
      continue;
    }
    const style = parsed.createElement("style");
    writeText(style, rewriteCss(textOf(name), urlOf(name), inline));
    link.replaceWith(style);
  }
  for (const style of parsed.querySelectorAll("style"))
    writeText(style, rewriteCss(style.textContent, base, inline));
  for (const element of parsed.querySelectorAll("[src],[poster],[srcset],[background],[style]")) {
    for (const name of ADDRESSES) {
      const value = element.getAttribute(name);
      if (value !== null && element.localName !== "script") writeAttribute(element, name, inline(value));
    }
    const style = element.getAttribute("style");
    if (style !== null) writeAttribute(element, "style", rewriteCss(style, base, inline));
  }
  for (const script of parsed.querySelectorAll("script")) {
    const name = script.hasAttribute("src") ? find(script.getAttribute("src"), base) : null;
    script.setAttribute("nonce", nonce);
    if (name === null) {
      if (page.isFile && isScriptType(script.type)) writeText(script, rewriteLocations(script.textContent));
      continue;
    }
    script.removeAttribute("src");
    // `defer` has no effect on inline scripts, so the script moves to the end of the page.
    if (script.defer && script.type !== "module") parsed.body.append(script);
    writeText(script, rewriteLocations(textOf(name)).replaceAll("</script", "<\\/script"));
  }
  const prelude = parsed.createElement("script");
  prelude.setAttribute("nonce", nonce);
  writeText(prelude, framePrelude(page));
  parsed.head.prepend(prelude);
  const doctype = parsed.doctype || html.trim() === "" ? "<!DOCTYPE html>" : "";
  return `${doctype}${markupWithoutBlobUrls(outerHtmlOf(parsed.documentElement))}`;
}

function dataUrlOf(name: string): string {
  return `data:${typeOfFile(name)};base64,${toBase64(bytesOf(name))}`;
}

/**
 * Child frames: `<iframe>` of a file of the package, of a blob or data URL, or of a `srcdoc`. The policy allows no URL in a
 * frame, so all of them become `srcdoc`: a document with an opaque origin of its own, under the same policy, with everything
 * it needs inlined. It communicates with the page by postMessage.
 */
import {
  fileAt,
  markupWithoutBlobUrls,
  resolveUrl,
  site,
  textOf,
  bytesOf,
  urlOf,
} from "@/lib/sandbox/frame/inside/files";
import { guard } from "@/lib/sandbox/frame/inside/guard";
import { isScriptType } from "@/lib/package/script-type";
import { navigate, openOutside } from "@/lib/sandbox/frame/inside/platform/navigation";
import { rewriteLocations } from "@/lib/sandbox/protocol/script-locations";
import { dataUrlBytes } from "@/lib/sandbox/frame/inside/network/data-url";
import { blobAt } from "@/lib/sandbox/frame/inside/network/objects";
import { rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { framedCss, framedCssOf } from "@/lib/sandbox/frame/inside/page/framed-css";
import { FramedModules } from "@/lib/sandbox/frame/inside/page/framed-modules";
import { outerHtmlOf, setAttributeNatively, setTextContent } from "@/lib/sandbox/frame/inside/page/natives";
import {
  forgetDocument,
  patchWrittenFrames,
  realWindowOf,
} from "@/lib/sandbox/frame/inside/page/written-frames";
import { toBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import { queryAndHash, typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import { realm, wrapAccessor } from "@/lib/sandbox/frame/inside/realm";
import { framePrelude } from "@/lib/sandbox/frame/inside/saving/child-frame-storage";

/** Attribute with the URL that the author wrote. */
export const FRAME_SOURCE = "data-gum-src";

const URL_ATTRIBUTES = ["src", "poster", "srcset", "background"];
const frames = HTMLIFrameElement.prototype;
const nativeText = Object.getOwnPropertyDescriptor(frames, "srcdoc")!;
const setSrcdoc = (frame: HTMLIFrameElement, html: string): void => nativeText.set!.call(frame, html);
/** The `srcdoc` that the app set, before it was rewritten. */
const srcdocs = new WeakMap<HTMLIFrameElement, string>();
let nonce = "";

export function patchChildFrames(runNonce: string): void {
  nonce = runNonce;
  wrapAccessor(HTMLIFrameElement.prototype, "src", (native) => ({
    get(this: HTMLIFrameElement) {
      const written = this.attributes.getNamedItem(FRAME_SOURCE)?.value;
      const file = written === undefined ? null : fileAt(written);
      return file === null ? native.get.call(this) : urlOf(file);
    },
    set(this: HTMLIFrameElement, value: unknown) {
      forgetDocument(this);
      if (!showInFrame(this, String(value))) native.set.call(this, value);
    },
  }));
  wrapAccessor(frames, "srcdoc", (native) => ({
    get(this: HTMLIFrameElement) {
      return srcdocs.get(this) ?? native.get.call(this);
    },
    set(this: HTMLIFrameElement, value: unknown) {
      forgetDocument(this);
      srcdocs.set(this, String(value));
      setSrcdoc(this, framedHtml(String(value)));
    },
  }));
  patchWrittenFrames({
    attributes: ["src", "srcdoc", FRAME_SOURCE],
    textOf: (frame) => srcdocs.get(frame),
    show: (frame, html) => setSrcdoc(frame, framedHtml(html)),
    follow: (frame, url) => {
      if (!showInFrame(frame, url) && resolveUrl(url)?.origin !== site.origin) openOutside(url);
    },
  });
}

/** @returns whether the URL means content that can be framed; the frame then shows it */
export function showInFrame(frame: HTMLIFrameElement, url: string): boolean {
  const content = srcdocFor(url);
  const object = content === null ? blobAt(url) : null;
  if (content === null && !(object && /html|svg|image|text/.test(object.type))) return false;
  forgetDocument(frame);
  srcdocs.delete(frame);
  frame.removeAttribute("src");
  frame.setAttribute(FRAME_SOURCE, url);
  if (content !== null) setSrcdoc(frame, content);
  else void showBlob(frame, object!, url);
  return true;
}

async function showBlob(frame: HTMLIFrameElement, object: Blob, url: string): Promise<void> {
  const html = object.type.startsWith("image/") ? imagePage(url) : await object.text();
  if (frame.attributes.getNamedItem(FRAME_SOURCE)?.value === url) setSrcdoc(frame, framedHtml(html));
}

/** The `srcdoc` for a file of the package or a data URL with HTML; null for any other URL. */
export function srcdocFor(url: string): string | null {
  const file = fileAt(url.trim());
  if (file === null) {
    const data = /^\s*data:text\/html\b/i.test(url) ? dataUrlBytes(url) : null;
    return data && framedHtml(new realm.TextDecoder().decode(data.bytes));
  }
  const type = typeOfFile(file);
  if (type === "text/html")
    return framedPage(textOf(file), { base: urlOf(file) + queryAndHash(resolveUrl(url)), isFile: true });
  if (type.startsWith("image/")) return imagePage(dataUrlOf(file));
  const holder = document.implementation.createHTMLDocument().createElement("pre");
  holder.textContent = textOf(file);
  return `<!DOCTYPE html>${outerHtmlOf(holder)}`;
}

const imagePage = (url: string): string => `<!DOCTYPE html><body style="margin:0"><img src="${url}">`;

/** Prepares HTML of the app for `srcdoc`. */
export const framedHtml = (html: string): string => framedPage(html, { base: site.base, isFile: false });

/** Handles a navigation request of a child frame: in the frame itself or, depending on the target, of the whole page. */
export function navigateFrame(from: MessageEventSource, url: string, target: string): void {
  const frame = [...document.querySelectorAll("iframe")].find(
    (candidate) => realWindowOf(candidate) === from,
  );
  if (/^_(?:top|parent)$/i.test(target)) navigate(url);
  else if (frame && !showInFrame(frame, url) && resolveUrl(url)?.origin !== site.origin) openOutside(url);
}

function framedPage(html: string, page: { base: string; isFile: boolean }): string {
  const { base } = page;
  const parsed = guard.parse(guard.unframed(html));
  const inline = (url: string): string => inlined(url, base);
  for (const element of parsed.querySelectorAll("meta[http-equiv],base,iframe")) element.remove();
  for (const link of parsed.querySelectorAll("link")) {
    const name = link.relList.contains("stylesheet") ? fileAt(link.getAttribute("href"), base) : null;
    if (name === null) {
      link.remove();
      continue;
    }
    const style = parsed.createElement("style");
    for (const kept of ["id", "media", "title"])
      if (link.hasAttribute(kept)) style.setAttribute(kept, link.getAttribute(kept)!);
    setTextContent(style, framedCssOf(name, inlined));
    link.replaceWith(style);
  }
  for (const style of parsed.querySelectorAll("style"))
    setTextContent(style, framedCss(style.textContent, base, inlined));
  for (const element of parsed.querySelectorAll("[src],[poster],[srcset],[background],[style]")) {
    for (const name of URL_ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value !== null && element.localName !== "script")
        setAttributeNatively(element, name, inline(value));
    }
    const style = element.getAttribute("style");
    if (style !== null) setAttributeNatively(element, "style", rewriteCss(style, base, inline));
  }
  const modules = new FramedModules();
  for (const script of parsed.querySelectorAll<HTMLScriptElement>("script[type=importmap]")) {
    modules.addImportMap(script.text, base);
    script.remove();
  }
  for (const script of parsed.querySelectorAll("script")) {
    const name = script.hasAttribute("src") ? fileAt(script.getAttribute("src"), base) : null;
    const isModule = script.type === "module";
    script.setAttribute("nonce", nonce);
    if (name === null) {
      if (isModule) setTextContent(script, modules.rewrite(script.textContent, base));
      else if (page.isFile && isScriptType(script.type))
        setTextContent(script, rewriteLocations(script.textContent));
      continue;
    }
    script.removeAttribute("src");
    // `defer` has no effect on inline scripts, so the script moves to the end of the page.
    if (script.defer && !isModule) parsed.body.append(script);
    const code = isModule ? modules.scriptFor(name) : rewriteLocations(textOf(name));
    setTextContent(script, code.replaceAll("</script", "<\\/script"));
  }
  const prelude = parsed.createElement("script");
  prelude.setAttribute("nonce", nonce);
  setTextContent(
    prelude,
    framePrelude({ ...page, modules: [...modules.texts], moduleNames: [...modules.names] }),
  );
  parsed.head.prepend(prelude);
  const doctype = parsed.doctype || html.trim() === "" ? "<!DOCTYPE html>" : "";
  return guard.framed(`${doctype}${markupWithoutBlobUrls(outerHtmlOf(parsed.documentElement))}`);
}

/** What a script of a framed page gives to an element. */
export function framedFile(name: string): Uint8Array<ArrayBuffer> {
  const type = typeOfFile(name);
  if (type === "text/css") return new realm.TextEncoder().encode(framedCssOf(name, inlined));
  if (type === "text/javascript") return new realm.TextEncoder().encode(rewriteLocations(textOf(name)));
  return bytesOf(name);
}

function inlined(url: string, base?: string): string {
  const name = fileAt(url, base);
  return name === null ? url : dataUrlOf(name);
}

function dataUrlOf(name: string): string {
  return `data:${typeOfFile(name)};base64,${toBase64(bytesOf(name))}`;
}

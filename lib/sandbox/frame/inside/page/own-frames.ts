/**
 * `<iframe>` of a file of the package. No address may be framed, so the file becomes the frame's `srcdoc`: a document of its own
 * origin, under the same policy, with everything it needs inside. It speaks with the page by postMessage.
 */
import { find, markupWithoutBlobUrls, textOf, bytesOf, urlOf } from "@/lib/sandbox/frame/inside/files";
import { rewriteCss } from "@/lib/sandbox/frame/inside/page/css";
import { toBase64 } from "@/lib/sandbox/frame/inside/parts/base64";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";
import { wrapAccessor } from "@/lib/sandbox/frame/inside/realm";
import { framePrelude } from "@/lib/sandbox/frame/inside/saving/own-frame-storage";

/** Where the address stands that the author wrote. */
export const FRAME_SOURCE = "data-gum-src";

const nativeOuterHtml = Object.getOwnPropertyDescriptor(Element.prototype, "outerHTML")!.get!;
const ADDRESSES = ["src", "poster", "srcset", "background"];
let nonce = "";

/** Of this run, for the scripts inside; the entry page is read before anything is patched. */
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
}

/** @returns whether the address means a file of the package, which the frame shows from now on */
export function showInFrame(frame: HTMLIFrameElement, address: string): boolean {
  const content = documentOf(address);
  if (content === null) return false;
  frame.removeAttribute("src");
  frame.setAttribute(FRAME_SOURCE, address);
  frame.srcdoc = content;
  return true;
}

/** The document that stands for an address of the package, null for any other address. */
export function documentOf(address: string): string | null {
  const file = find(address.trim());
  if (file === null) return null;
  const type = typeOfFile(file);
  if (type === "text/html") return pageOf(file);
  if (type.startsWith("image/"))
    return `<!DOCTYPE html><body style="margin:0"><img src="${dataUrlOf(file)}">`;
  const holder = document.implementation.createHTMLDocument().createElement("pre");
  holder.textContent = textOf(file);
  return `<!DOCTYPE html>${nativeOuterHtml.call(holder) as string}`;
}

function pageOf(file: string): string {
  const base = urlOf(file);
  const parsed = new DOMParser().parseFromString(textOf(file), "text/html");
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
    style.textContent = rewriteCss(textOf(name), urlOf(name), inline);
    link.replaceWith(style);
  }
  for (const style of parsed.querySelectorAll("style"))
    style.textContent = rewriteCss(style.textContent, base, inline);
  for (const element of parsed.querySelectorAll("[src],[poster],[srcset],[background],[style]")) {
    for (const name of ADDRESSES) {
      const value = element.getAttribute(name);
      if (value !== null && element.localName !== "script") element.setAttribute(name, inline(value));
    }
    const style = element.getAttribute("style");
    if (style !== null) element.setAttribute("style", rewriteCss(style, base, inline));
  }
  for (const script of parsed.querySelectorAll("script")) {
    const name = script.hasAttribute("src") ? find(script.getAttribute("src"), base) : null;
    script.setAttribute("nonce", nonce);
    if (name === null) continue;
    script.removeAttribute("src");
    // What waits for the end of the page when it is fetched would not when it stands here.
    if (script.defer && script.type !== "module") parsed.body.append(script);
    script.textContent = textOf(name).replaceAll("</script", "<\\/script");
  }
  const prelude = parsed.createElement("script");
  prelude.setAttribute("nonce", nonce);
  prelude.textContent = framePrelude();
  parsed.head.prepend(prelude);
  return `<!DOCTYPE html>${markupWithoutBlobUrls(nativeOuterHtml.call(parsed.documentElement) as string)}`;
}

function dataUrlOf(name: string): string {
  return `data:${typeOfFile(name)};base64,${toBase64(bytesOf(name))}`;
}

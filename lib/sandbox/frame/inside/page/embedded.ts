/**
 * `<object>` and `<embed>` of the package's files. The policy blocks both, so an `<img>` or `<iframe>` shows the file: inside
 * the object, where its fallback content goes, and in place of the embed, which cannot have children.
 */
import { fileAt, toLoadable } from "@/lib/sandbox/frame/inside/files";
import { setAttributeNatively } from "@/lib/sandbox/frame/inside/page/natives";
import { srcdocFor, FRAME_SOURCE } from "@/lib/sandbox/frame/inside/page/child-frames";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";

const COPIED_ATTRIBUTES = ["id", "class", "style", "width", "height", "title"];

/** @returns whether the element was an object or embed and now shows its file */
export function replaceEmbedded(element: Element): boolean {
  const isObject = element.localName === "object";
  if (!isObject && element.localName !== "embed") return false;
  const url = element.getAttribute(isObject ? "data" : "src")?.trim();
  const file = fileAt(url);
  const kind = file === null ? undefined : /^(?:image|text)(?=\/)/.exec(typeOfFile(file))?.[0];
  if (!url || !kind) return false;
  const replacement = elementFor(element.ownerDocument, url, kind === "image");
  for (const name of isObject ? ["width", "height"] : COPIED_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) setAttributeNatively(replacement, name, value);
  }
  if (!isObject) element.replaceWith(replacement);
  else {
    element.removeAttribute("data");
    element.replaceChildren(replacement);
  }
  return true;
}

function elementFor(page: Document, url: string, isImage: boolean): Element {
  const replacement = page.createElement(isImage ? "img" : "iframe");
  if (isImage) setAttributeNatively(replacement, "src", toLoadable(url));
  else {
    setAttributeNatively(replacement, FRAME_SOURCE, url);
    setAttributeNatively(replacement, "frameborder", "0");
    setAttributeNatively(replacement, "srcdoc", srcdocFor(url)!);
  }
  return replacement;
}

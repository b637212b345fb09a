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
  const address = element.getAttribute(isObject ? "data" : "src")?.trim();
  const file = fileAt(address);
  const kind = file === null ? undefined : /^(?:image|text)(?=\/)/.exec(typeOfFile(file))?.[0];
  if (!address || !kind) return false;
  const shown = elementFor(element.ownerDocument, address, kind === "image");
  for (const name of isObject ? ["width", "height"] : COPIED_ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) setAttributeNatively(shown, name, value);
  }
  if (!isObject) element.replaceWith(shown);
  else {
    element.removeAttribute("data");
    element.replaceChildren(shown);
  }
  return true;
}

function elementFor(page: Document, address: string, isPicture: boolean): Element {
  const shown = page.createElement(isPicture ? "img" : "iframe");
  if (isPicture) setAttributeNatively(shown, "src", toLoadable(address));
  else {
    setAttributeNatively(shown, FRAME_SOURCE, address);
    setAttributeNatively(shown, "frameborder", "0");
    setAttributeNatively(shown, "srcdoc", srcdocFor(address)!);
  }
  return shown;
}

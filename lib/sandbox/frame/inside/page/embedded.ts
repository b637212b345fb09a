/**
 * `<object>` and `<embed>` of the package's files. The policy blocks both, so an `<img>` or `<iframe>` shows the file: inside
 * the object, where its fallback content goes, and in place of the embed, which cannot have children.
 */
import { find, toLoadable } from "@/lib/sandbox/frame/inside/files";
import { writeAttribute } from "@/lib/sandbox/frame/inside/page/natives";
import { documentOf, FRAME_SOURCE } from "@/lib/sandbox/frame/inside/page/own-frames";
import { typeOfFile } from "@/lib/sandbox/frame/inside/paths";

const KEPT = ["id", "class", "style", "width", "height", "title"];

/** @returns whether the element was an object or embed and now shows its file */
export function showEmbedded(element: Element): boolean {
  const isObject = element.localName === "object";
  if (!isObject && element.localName !== "embed") return false;
  const address = element.getAttribute(isObject ? "data" : "src")?.trim();
  const file = find(address);
  const kind = file === null ? undefined : /^(?:image|text)(?=\/)/.exec(typeOfFile(file))?.[0];
  if (!address || !kind) return false;
  const shown = shownAs(element.ownerDocument, address, kind === "image");
  for (const name of isObject ? ["width", "height"] : KEPT) {
    const value = element.getAttribute(name);
    if (value !== null) writeAttribute(shown, name, value);
  }
  if (!isObject) element.replaceWith(shown);
  else {
    element.removeAttribute("data");
    element.replaceChildren(shown);
  }
  return true;
}

function shownAs(page: Document, address: string, isPicture: boolean): Element {
  const shown = page.createElement(isPicture ? "img" : "iframe");
  if (isPicture) writeAttribute(shown, "src", toLoadable(address));
  else {
    writeAttribute(shown, FRAME_SOURCE, address);
    writeAttribute(shown, "frameborder", "0");
    writeAttribute(shown, "srcdoc", documentOf(address)!);
  }
  return shown;
}

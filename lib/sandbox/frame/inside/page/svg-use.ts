/** `<use href="sprite.svg#name">`: an opaque origin cannot reference another document, so the shape is copied into the page. */
import { fileAt, textOf } from "@/lib/sandbox/frame/inside/files";

const SVG = "http://www.w3.org/2000/svg";
const CONTAINER_ID = "gum-shared-shapes";
const copiedShapes = new Map<string, string>();

export function expandExternalUse(use: Element): void {
  for (const name of ["href", "xlink:href"]) {
    const attribute = use.attributes.getNamedItem(name);
    const [url, id] = attribute?.value.split("#") ?? [];
    if (!attribute || !url || !id) continue;
    const file = fileAt(url);
    if (file === null) continue;
    const localId = copyShape(file, id);
    if (localId) attribute.value = `#${localId}`;
  }
}

function copyShape(file: string, id: string): string | null {
  const key = `${file}#${id}`;
  const copied = copiedShapes.get(key);
  if (copied && document.getElementById(copied)) return copied;
  const shape = new DOMParser().parseFromString(textOf(file), "image/svg+xml").getElementById(id);
  if (!shape || !document.body) return null;
  const localId = `gum-shape-${copiedShapes.size + 1}`;
  const copy = document.importNode(shape, true);
  copy.id = localId;
  shapeContainer().append(copy);
  copiedShapes.set(key, localId);
  return localId;
}

function shapeContainer(): Element {
  const existing = document.getElementById(CONTAINER_ID);
  if (existing) return existing;
  const svg = document.createElementNS(SVG, "svg");
  svg.id = CONTAINER_ID;
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  (svg as SVGSVGElement).style.position = "absolute";
  document.body.append(svg);
  return svg;
}

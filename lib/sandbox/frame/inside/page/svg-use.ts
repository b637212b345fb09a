/** `<use href="sprite.svg#name">`: an opaque origin cannot reference another document, so the shape is copied into the page. */
import { find, textOf } from "@/lib/sandbox/frame/inside/files";

const SVG = "http://www.w3.org/2000/svg";
const HOLDER_ID = "gum-shared-shapes";
const brought = new Map<string, string>();

export function expandExternalUse(use: Element): void {
  for (const name of ["href", "xlink:href"]) {
    const attribute = use.attributes.getNamedItem(name);
    const [address, id] = attribute?.value.split("#") ?? [];
    if (!attribute || !address || !id) continue;
    const file = find(address);
    if (file === null) continue;
    const local = bring(file, id);
    if (local) attribute.value = `#${local}`;
  }
}

function bring(file: string, id: string): string | null {
  const key = `${file}#${id}`;
  const known = brought.get(key);
  if (known && document.getElementById(known)) return known;
  const shape = new DOMParser().parseFromString(textOf(file), "image/svg+xml").getElementById(id);
  if (!shape || !document.body) return null;
  const local = `gum-shape-${brought.size + 1}`;
  const copy = document.importNode(shape, true);
  copy.id = local;
  holder().append(copy);
  brought.set(key, local);
  return local;
}

function holder(): Element {
  const existing = document.getElementById(HOLDER_ID);
  if (existing) return existing;
  const svg = document.createElementNS(SVG, "svg");
  svg.id = HOLDER_ID;
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  (svg as SVGSVGElement).style.position = "absolute";
  document.body.append(svg);
  return svg;
}

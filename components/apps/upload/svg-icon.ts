import { pageFacts } from "@/lib/package/page-facts";
import type { Package } from "@/lib/package/open-package";

/**
 * An SVG icon of a package as a PNG: the server takes no SVG.
 *
 * Trust model. Untrusted: the package. Its SVG is opened as an image, which neither runs scripts nor loads anything; what it
 * costs is bounded by its size, by the time that it gets, and by refusing entities.
 */
const SIDE_PX = 256;
const MAX_BYTES = 256 * 1024;
const MAX_MS = 3_000;
const SVG = "image/svg+xml";

/** @returns null where there is none, or the browser cannot draw it */
export async function drawSvgIcon({ manifest, files }: Package): Promise<Blob | null> {
  const { icon, entry } = manifest;
  const page = entry.html;
  const path = icon ?? (page !== undefined && files.has(page) ? pageFacts(files, page).svgIcon : undefined);
  const bytes = path !== undefined && /\.svg$/i.test(path) ? files.get(path) : undefined;
  if (!bytes || bytes.length > MAX_BYTES) return null;
  let url = "";
  try {
    url = URL.createObjectURL(new Blob([sized(new TextDecoder().decode(bytes))], { type: SVG }));
    const image = new Image(SIDE_PX, SIDE_PX);
    image.src = url;
    await within(MAX_MS, image.decode());
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIDE_PX;
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.drawImage(image, 0, 0, SIDE_PX, SIDE_PX);
    const { data } = context.getImageData(0, 0, SIDE_PX, SIDE_PX);
    if (!data.some((value) => value !== 0)) return null;
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } catch {
    // Damaged, too slow, or with HTML in it, which a canvas does not give out.
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** As large as the picture, in its proportions: without a size of its own, not every browser draws it. @throws Error */
function sized(source: string): string {
  if (/<!ENTITY/i.test(source)) throw new Error("An SVG icon has entities.");
  const { documentElement: root } = new DOMParser().parseFromString(source, SVG);
  if (root.localName !== "svg") throw new Error("An SVG icon is damaged.");
  const [width, height] = ["width", "height"].map((name) => Number.parseFloat(root.getAttribute(name) ?? ""));
  if (!root.hasAttribute("viewBox") && width! > 0 && height! > 0)
    root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  for (const name of ["width", "height"]) root.setAttribute(name, String(SIDE_PX));
  return new XMLSerializer().serializeToString(root);
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error("It takes too long.")), ms)),
  ]);
}

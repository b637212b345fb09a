import { scanHtml } from "./html-scan";
import type { PackageFiles } from "./package-files";
import { unbuiltScript } from "./unbuilt-source";

/** Which page of a package without a manifest is the one to begin with. */

const INDEX = /^index\.x?html?$/i;
const PAGE = /\.x?html?$/i;
/** Where builds go, the most usual first. */
const BUILD_FOLDERS = ["dist", "build", "out", "docs", "www", "public"];
/** Scripts are named in the head, or after a short body. */
const SEARCHED_BYTES = 256 * 1024;

/**
 * The `index.html` that is highest up, or the only page there is. Of several at the same depth the first by name.
 * @returns null if there is no page
 */
export function findPage(paths: Iterable<string>): string | null {
  const pages = [...paths].filter((path) => PAGE.test(path)).sort(byDepthThenName);
  const index = pages.find((path) => INDEX.test(nameOf(path)));
  if (index !== undefined) return index;
  const [first, second] = pages;
  if (first === undefined) return null;
  return second === undefined || depthOf(second) > depthOf(first) ? first : null;
}

/** The same page, or that of the build beside it, if it is the source of one. */
export function findRunnablePage(files: Pick<PackageFiles, "keys" | "has" | "get">): string | null {
  const page = findPage(files.keys());
  if (page === null || !isUnbuilt(files, page)) return page;
  const folder = page.slice(0, page.lastIndexOf("/") + 1);
  const built = BUILD_FOLDERS.map((name) => `${folder}${name}/index.html`);
  return built.find((path) => files.has(path) && !isUnbuilt(files, path)) ?? page;
}

/** Another `index.html` that the app might have begun with: the first, as `findPage` orders them. */
export function findOtherIndex(paths: Iterable<string>, page: string): string | null {
  const others = [...paths].filter((path) => path !== page && INDEX.test(nameOf(path)));
  return others.sort(byDepthThenName)[0] ?? null;
}

function isUnbuilt(files: Pick<PackageFiles, "get">, page: string): boolean {
  let found = false;
  scanHtml(new TextDecoder().decode(files.get(page)!.subarray(0, SEARCHED_BYTES)), (tag) => {
    found ||= unbuiltScript(tag) !== null;
  });
  return found;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const depthOf = (path: string): number => path.split("/").length;

function byDepthThenName(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || (a < b ? -1 : 1);
}

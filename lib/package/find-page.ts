/** Which page of a package without a manifest is the one to begin with. */

const INDEX = /^index\.x?html?$/i;
const PAGE = /\.x?html?$/i;

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

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const depthOf = (path: string): number => path.split("/").length;

function byDepthThenName(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || (a < b ? -1 : 1);
}

/**
 * The files that may answer a path, in the order in which static hosts look: the page of a folder, the file, `name.html`, and
 * for a path that only a router knows the page for everything else. A missing file (`/photo.png`) is not answered by a page.
 * @param path as in a URL
 */
export function pageCandidates(path: string, main: string): string[] {
  const name = decode(path).replace(/^\/+|\/+$/g, "");
  const isFileName = /\.[^/]*$/.test(name);
  if (isFileName) return [name];
  const own = name === "" ? ["index.html"] : [`${name}/index.html`, name, `${name}.html`];
  return [...own, "200.html", "404.html", main];
}

export const isPage = (name: string): boolean => /\.x?html?$/i.test(name);

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

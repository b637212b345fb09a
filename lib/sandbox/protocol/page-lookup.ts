/**
 * Candidate files for a path, in the order of static hosts: the index page of a folder, the file, `name.html`, and the
 * fallback page for paths that only a client-side router knows. A missing asset (`/photo.png`) has no fallback.
 * @param path as in a URL
 */
export function pageCandidates(path: string, main: string): string[] {
  const name = decode(path).replace(/^\/+|\/+$/g, "");
  const isFileName = /\.[^/]*$/.test(name);
  if (isFileName) return [name];
  const own = name === "" ? ["index.html"] : [`${name}/index.html`, name, `${name}.html`];
  return [...own, "200.html", "404.html", main];
}

/** @param mount the path, without the first slash, at which the app was built to be served; empty or null for the root */
export function withoutMount(path: string, mount: string | null): string {
  return mount && path.startsWith(`/${mount}`) ? path.slice(mount.length) : path;
}

export const isPage = (name: string): boolean => /\.x?html?$/i.test(name);

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

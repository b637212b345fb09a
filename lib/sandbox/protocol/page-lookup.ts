/**
 * The files that a path names: the index page of a folder, the file, `name.html`.
 * @param path as in a URL
 */
export function filesOfPath(path: string): string[] {
  const name = nameOf(path);
  if (isFileName(name)) return [name];
  return name === "" ? ["index.html"] : [`${name}/index.html`, name, `${name}.html`];
}

/**
 * Candidate files for a path, in the order of static hosts: the files that it names, and the fallback page for paths that only a
 * client-side router knows. A missing asset (`/photo.png`) has no fallback.
 */
export function pageCandidates(path: string, main: string): string[] {
  const own = filesOfPath(path);
  return isFileName(nameOf(path)) ? own : [...own, "200.html", "404.html", main];
}

const nameOf = (path: string): string => decode(path).replace(/^\/+|\/+$/g, "");
const isFileName = (name: string): boolean => /\.[^/]*$/.test(name);

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

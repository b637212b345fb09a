/**
 * Resolves an import to a file of the package: relative to the importing file, or to the package's root with a leading
 * slash. Extensions `.js` and `.mjs` and `/index.js` may be omitted.
 * @throws Error if there is no such file, or for a bare specifier
 */
export function modulePath(base: string, requested: string, has: (name: string) => boolean): string {
  if (!/^\.{0,2}\//.test(requested)) throw new Error(`Modules are named by their path: "${requested}".`);
  const segments = requested.startsWith("/") ? [] : base.split("/").slice(0, -1);
  for (const segment of requested.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  const path = segments.join("/");
  const found = [path, `${path}.js`, `${path}.mjs`, `${path}/index.js`].find(has);
  if (found === undefined) throw new Error(`The package has no file "${path}".`);
  return found;
}

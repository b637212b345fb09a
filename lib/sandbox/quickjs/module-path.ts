/**
 * The file of the package that an import means: relative to the file it stands in, from the package's root with a slash;
 * `.js` and `/index.js` may be left out.
 * @throws Error where there is none, bare names included
 */
export function modulePath(base: string, requested: string, has: (name: string) => boolean): string {
  if (!/^\.{0,2}\//.test(requested)) throw new Error(`Modules are named by their path: "${requested}".`);
  const parts = requested.startsWith("/") ? [] : base.split("/").slice(0, -1);
  for (const part of requested.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const path = parts.join("/");
  const found = [path, `${path}.js`, `${path}.mjs`, `${path}/index.js`].find(has);
  if (found === undefined) throw new Error(`The package has no file "${path}".`);
  return found;
}

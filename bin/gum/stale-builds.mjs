import { isInlined } from "../../public/compiler/build-project.mjs";

/** A checkout writes a source and what is built of it at about the same time, in any order. */
const AT_ONCE_MS = 2_000;
const MODULES = /(?:^|\/)node_modules\//i;

/**
 * What is older than its source. `own` was built by Gum, when the folder was a package: of this source and all that it imports, whatever its kind.
 * `others` were built by somebody's own tool, as far as their names say.
 * @param {Map<string, Uint8Array>} files
 * @param {Map<string, number>} times when they were changed
 * @returns {{ own: string[], others: { built: string, source: string }[] }}
 */
export function staleBuilds(format, files, times) {
  const isNewer = (time, built) => time - times.get(built) > AT_ONCE_MS;
  const names = [...files.keys()].filter((name) => !MODULES.test(name));
  const sources = names.filter((name) => format.isBuiltSource(name));
  const builtHere = format.builtOf(files);
  const newest = Math.max(
    ...names.filter((name) => isBundled(name) && !builtHere.has(name)).map((name) => times.get(name) ?? 0),
  );
  const own = [...builtHere]
    .filter(([built, source]) => isNewer(Math.max(newest, times.get(source) ?? 0), built))
    .map(([built]) => built);
  const others = sources
    .map((source) => ({ built: format.builtName(source), source }))
    .filter(({ built, source }) => !builtHere.has(built) && isNewer(times.get(source), built));
  return { own, others };
}

/** Not declarations, which have no code, and not the manifest, which packing writes. */
const isBundled = (name) => isInlined(name) && !name.endsWith(".d.ts") && name !== "manifest.json";

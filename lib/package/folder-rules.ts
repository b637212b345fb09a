/** What of a folder is no part of an app: the same for the command line and for a folder that a browser is given. */

export type LeftOutKind = "system" | "hidden" | "modules" | "package";

/** Something that was left out. `named` counts the files of a node_modules that were taken all the same. */
export type LeftOut = { name: string; kind: LeftOutKind; named: number };

const SYSTEM = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|__MACOSX)$/i;
const MODULES = /^node_modules$/i;
/** Packages that were made before: an app holds none. */
const PACKAGE = /\.gum$/i;

/** Why a file or folder of that name is left out; null if it is packed. */
export function whyLeftOut(name: string, isFile: boolean): LeftOutKind | null {
  if (SYSTEM.test(name)) return "system";
  if (MODULES.test(name)) return "modules";
  if (name.startsWith(".")) return "hidden";
  return isFile && PACKAGE.test(name) ? "package" : null;
}

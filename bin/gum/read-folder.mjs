import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
import { addNamedModules } from "./node-modules.mjs";

/** Never packed, except files of node_modules that the app references. */
const IGNORED = /^(?:\..*|node_modules|Thumbs\.db|desktop\.ini)$/i;
/** Files of the operating system, skipped silently. */
const SYSTEM = /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i;

/** Answers to the app's requests while it is tried out: for the playground, never packed. */
const NETWORK = ".network.json";

/** Packages that were made before: an app holds none. */
const PACKAGE = /\.gum$/i;

/**
 * The files of a folder: path with `/` → bytes. Sizes are checked before anything is read.
 * @param {{omit?: string, leftOut?: string[], forTrial?: boolean, limits: object, refuse: Function, byteSize: Function}} options
 *   `omit`: a file to leave out; `leftOut` receives what was left out, and why; `forTrial`: also what is only for trying it out
 * @throws {UsageError} if the folder cannot be read; PackageError if its content cannot be packed
 */
export async function readFolder(folder, options) {
  const { omit, leftOut = [], forTrial = false, limits, refuse, byteSize } = options;
  const found = [];
  await collect(folder, "", found, { omit, leftOut, forTrial, limits, refuse });
  const total = found.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.unpackedBytes) {
    throw refuse("unpacked_too_large", { size: byteSize(total), limit: byteSize(limits.unpackedBytes) });
  }
  const files = new Map();
  for (const { name, file } of found) files.set(name, new Uint8Array(await fs.readFile(file)));
  const modules = await addNamedModules(folder, files, limits);
  const at = leftOut.findIndex(({ name }) => name === "node_modules");
  if (at >= 0 && modules.length > 0)
    leftOut[at] = { name: "node_modules", why: `but for ${countOf(modules.length)} that the app names` };
  return files;
}

const countOf = (files) => (files === 1 ? "1 file" : `${files} files`);

async function collect(folder, prefix, found, context) {
  const { omit, leftOut, forTrial, limits, refuse } = context;
  const children = await fs.readdir(folder, { withFileTypes: true }).catch((error) => {
    throw new UsageError(`${folder} cannot be read: ${error.code ?? error.message}.`, { cause: error });
  });
  for (const child of children) {
    const file = path.join(folder, child.name);
    const name = prefix + child.name;
    if (path.resolve(file) === omit) continue;
    if (IGNORED.test(child.name) && !(forTrial && name === NETWORK)) {
      if (!SYSTEM.test(child.name)) leftOut.push({ name, why: "" });
      continue;
    }
    if (child.isFile() && PACKAGE.test(child.name)) {
      leftOut.push({ name, why: "a package itself" });
      continue;
    }
    if (child.isDirectory()) {
      await collect(file, `${name}/`, found, context);
      continue;
    }
    if (child.isSymbolicLink()) throw refuse("entry_link", { entry: name });
    if (!child.isFile()) throw refuse("entry_special", { entry: name });
    found.push({ name, file, size: (await fs.stat(file)).size });
    if (found.length > limits.entries) {
      throw refuse("too_many_entries", { count: `${limits.entries}+`, limit: limits.entries });
    }
  }
}

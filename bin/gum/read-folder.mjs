import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./arguments.mjs";

/** Answers to the app's requests while it is tried out: for the playground, never packed. */
const NETWORK = ".network.json";

/**
 * The files of a folder: path with `/` → bytes. Sizes are checked before anything is read.
 * @param {{omit?: string, leftOut?: object[], times?: Map<string, number>, forTrial?: boolean, format: object}} options
 *   `omit`: a file to leave out; `leftOut` receives what was left out, and why; `times` when each file was changed; `forTrial`: also what is only for trying it out
 * @throws {UsageError} if the folder cannot be read; PackageError if its content cannot be packed
 */
export async function readFolder(folder, { omit, leftOut = [], times, forTrial = false, format }) {
  const { PACKAGE_LIMITS: limits, byteSize, refuse } = format;
  const found = [];
  const out = [];
  await collect(folder, "", found, { omit, out, forTrial, format });
  const total = found.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.unpackedBytes) {
    throw refuse("unpacked_too_large", { size: byteSize(total), limit: byteSize(limits.unpackedBytes) });
  }
  const files = new Map();
  for (const { name, file, time } of found) {
    files.set(name, new Uint8Array(await fs.readFile(file)));
    times?.set(name, time);
  }
  const modules = out.filter(({ kind }) => kind === "modules");
  let isCut = false;
  if (modules.length > 0) {
    const named = await format.namedModules({
      files,
      sizeOf: (bytes) => bytes.length,
      read: async (bytes) => bytes,
      open: (name) => readBelow(folder, name, format),
      // One is that of the manifest.
      max: limits.entries - new Set(files.keys()).add("manifest.json").size,
    });
    isCut = named.isCut;
    for (const [name, bytes] of named.found) {
      files.set(name, bytes);
      const from = modules.find((each) => each.name === format.modulesFolder(name));
      if (from) from.named++;
    }
  }
  leftOut.push(...out.map((each) => ({ name: each.name, why: why(each, isCut, limits) })));
  return files;
}

function why({ kind, named }, isCut, { entries }) {
  if (kind === "package") return "a package itself";
  if (kind !== "modules" || named === 0) return "";
  const but = `but for ${named === 1 ? "1 file" : `${named} files`} that the app names`;
  return isCut ? `${but}; it names more than the ${entries} files of a package` : but;
}

async function collect(folder, prefix, found, context) {
  const { omit, out, forTrial, format } = context;
  const { PACKAGE_LIMITS: limits, refuse, whyLeftOut } = format;
  const children = await fs.readdir(folder, { withFileTypes: true }).catch((error) => {
    throw new UsageError(`${folder} cannot be read: ${error.code ?? error.message}.`, { cause: error });
  });
  for (const child of children) {
    const file = path.join(folder, child.name);
    const name = prefix + child.name;
    if (path.resolve(file) === omit) continue;
    const kind = forTrial && name === NETWORK ? null : whyLeftOut(child.name, child.isFile());
    if (kind !== null) {
      if (kind !== "system") out.push({ name, kind, named: 0 });
      continue;
    }
    if (child.isDirectory()) {
      await collect(file, `${name}/`, found, context);
      continue;
    }
    if (child.isSymbolicLink()) throw refuse("entry_link", { entry: name });
    if (!child.isFile()) throw refuse("entry_special", { entry: name });
    const { size, mtimeMs: time } = await fs.stat(file);
    found.push({ name, file, size, time });
    if (found.length > limits.entries) {
      throw refuse("too_many_entries", { count: `${limits.entries}+`, limit: limits.entries });
    }
  }
}

/** Symlinks may lead from one package to another (pnpm), but not out of node_modules. Larger files are left for the check to miss. */
async function readBelow(folder, name, { modulesFolder, PACKAGE_LIMITS: { entryBytes } }) {
  const root = await fs.realpath(path.join(folder, modulesFolder(name))).catch(() => null);
  const real = await fs.realpath(path.join(folder, name)).catch(() => null);
  if (root === null || real === null || !real.startsWith(root + path.sep)) return null;
  const stat = await fs.stat(real);
  return stat.isFile() && stat.size <= entryBytes ? new Uint8Array(await fs.readFile(real)) : null;
}

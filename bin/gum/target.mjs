import fs from "node:fs/promises";
import path from "node:path";
import { UsageError } from "./arguments.mjs";
import { buildFolder } from "./build-folder.mjs";
import { readFolder } from "./read-folder.mjs";

/**
 * Checks a file or the files of a folder.
 * @param {{omit?: string, with?: string}} [options] `omit`: a file to leave out; `with`: a second folder whose files are
 * added unless the first has a file of the same name
 * @returns {Promise<{package: object | null, findings: object[], isFolder: boolean, leftOut?: {name: string, why: string}[]}>} `leftOut`: what
 * is in the folder and no part of the app, and why
 * @throws {UsageError} if `target` does not exist
 */
export async function checkTarget(format, target, { omit, with: shared } = {}) {
  const stat = await fs.stat(target).catch((error) => {
    throw new UsageError(error.code === "ENOENT" ? `${target} does not exist.` : `${target}: ${error.code}.`);
  });
  const { PACKAGE_LIMITS: limits, byteSize, refuse } = format;
  try {
    if (stat.isDirectory()) {
      const leftOut = [];
      const context = { omit, leftOut, format };
      const times = new Map();
      const own = await readFolder(path.resolve(target), { ...context, times });
      const files = shared ? new Map([...(await readFolder(path.resolve(shared), context)), ...own]) : own;
      const built = await buildFolder(format, path.resolve(target), files, times);
      return {
        ...(await format.checkPackageFiles(built, { name: path.basename(path.resolve(target)) })),
        isFolder: true,
        leftOut,
      };
    }
    if (!stat.isFile()) throw new UsageError(`${target} is neither a file nor a folder.`);
    if (stat.size > limits.packedBytes) {
      throw refuse("package_too_large", { size: byteSize(stat.size), limit: byteSize(limits.packedBytes) });
    }
    const bytes = new Uint8Array(await fs.readFile(target));
    return { ...(await format.checkPackage(bytes, { fileName: path.basename(target) })), isFolder: false };
  } catch (error) {
    if (!(error instanceof format.PackageError)) throw error;
    return { package: null, findings: [...error.findings], isFolder: stat.isDirectory() };
  }
}

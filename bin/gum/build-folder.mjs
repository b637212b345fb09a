import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildProject } from "../../public/compiler/build-project.mjs";
import { Fault } from "../launcher/fault.mjs";

/** The folder has TypeScript or JSX, and no compiler. */
export class CompilerMissing extends Fault {}

/**
 * Builds the TypeScript and JSX of a folder, as the playground does, with the folder's own esbuild.
 * @param {Map<string, Uint8Array>} files
 * @returns {Promise<Map<string, Uint8Array>>} the files with what is built, for a package
 * @throws PackageError with file, line and column of each error; CompilerMissing
 */
export async function buildFolder(format, folder, files) {
  if (!format.needsBuild(files)) return files;
  const esbuild = await compilerOf(folder);
  const { project, findings } = await format.compileFiles(format.withoutBuilt(files), (job) =>
    buildProject(esbuild, job),
  );
  if (findings.length > 0) throw new format.PackageError(findings[0], findings.slice(1));
  return new Map(project);
}

async function compilerOf(folder) {
  let file;
  try {
    file = createRequire(path.join(folder, "package.json")).resolve("esbuild");
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new CompilerMissing(
      `This app is TypeScript or JSX, which the folder's own esbuild builds. Run "npm install" in ${folder} first, or "npm install --save-dev esbuild" if its package.json does not list it.`,
    );
  }
  const loaded = await import(pathToFileURL(file).href);
  return loaded.default ?? loaded;
}

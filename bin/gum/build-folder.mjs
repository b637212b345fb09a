import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildProject } from "../../public/compiler/build-project.mjs";
import { Fault } from "../launcher/fault.mjs";
import { staleBuilds } from "./stale-builds.mjs";

/** The folder has TypeScript or JSX, and no compiler. */
export class CompilerMissing extends Fault {}

/**
 * Builds the TypeScript and JSX of a folder, as the playground does, with the folder's own esbuild. What Gum built before is built
 * again if a source is newer; about what another tool built it prints that.
 * @param {Map<string, Uint8Array>} files
 * @param {Map<string, number>} [times] when they were changed
 * @returns {Promise<Map<string, Uint8Array>>} the files with what is built, for a package
 * @throws PackageError with file, line and column of each error; CompilerMissing
 */
export async function buildFolder(format, folder, files, times = new Map()) {
  const { own, others } = staleBuilds(format, files, times);
  for (const { built, source } of others)
    console.error(
      `${built} is older than ${source} and is packed as it is. Build it again, or delete it: then it is built here.`,
    );
  const fresh = new Map([...files].filter(([name]) => !own.includes(name)));
  if (!format.needsBuild(fresh)) return files;
  const esbuild = await compilerOf(folder);
  const { project, findings } = await format.compileFiles(format.withoutBuilt(files), (job) =>
    buildProject(esbuild, job),
  );
  if (findings.length > 0) throw new format.PackageError(findings[0], findings.slice(1));
  return new Map(project);
}

async function compilerOf(folder) {
  const installed = workspaceOf(fs.realpathSync(folder)).find((each) =>
    fs.existsSync(path.join(each, "node_modules/esbuild/package.json")),
  );
  if (!installed)
    throw new CompilerMissing(
      `This app is TypeScript or JSX, which the folder's own esbuild builds. Run "npm install" in ${folder} first, or "npm install --save-dev esbuild" if its package.json does not list it.`,
    );
  // By its path: a name would be looked up in every folder above, too.
  const file = createRequire(import.meta.url).resolve(path.join(installed, "node_modules/esbuild"));
  const loaded = await import(pathToFileURL(file).href);
  return loaded.default ?? loaded;
}

const ROOT_SIGNS = [".git", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"];

/**
 * The folder, and those above it up to the root of its repository or workspace. Without such a root only the folder:
 * nobody who packs a folder in /tmp expects to run what somebody else has put into /tmp/node_modules.
 */
export function workspaceOf(folder) {
  const folders = [folder];
  for (let at = folder; !ROOT_SIGNS.some((name) => fs.existsSync(path.join(at, name))); folders.push(at)) {
    const parent = path.dirname(at);
    if (parent === at || isAnybodys(parent)) return [folder];
    at = parent;
  }
  return folders;
}

/** Windows has no such modes. */
const isAnybodys = (folder) => process.platform !== "win32" && (fs.statSync(folder).mode & 0o002) !== 0;

import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

let loader;

/** Loads a TypeScript module of this project, from wherever the command was called. */
export async function load(file) {
  loader ??= startLoader();
  return (await loader).import(pathToFileURL(path.join(ROOT, file)).href, import.meta.url);
}

async function startLoader() {
  // The project's own paths (`@/`) hold, not those of the folder in which the command was called.
  process.env.TSX_TSCONFIG_PATH = path.join(ROOT, "tsconfig.json");
  try {
    const { register } = await import("tsx/esm/api");
    return register({ namespace: "gum" });
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error(`The packages that gum needs are not installed. Run "npm install" in ${ROOT} first.`);
    process.exit(2);
  }
}

import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The parts of the format that the commands use. */
const MODULES = [
  "lib/config/project-limits.ts",
  "lib/package/compile-files.ts",
  "lib/package/compile-plan.ts",
  "lib/package/folder-rules.ts",
  "lib/package/limits.ts",
  "lib/package/build-package.ts",
  "lib/package/manifest-schema.ts",
  "lib/package/named-modules.ts",
  "lib/package/open-package.ts",
  "lib/package/package-error.ts",
  "lib/package/package-messages.ts",
  "lib/shared/byte-size.ts",
];

/** The source of a module that exports them all. */
export const FORMAT = MODULES.map((file) => `export * from ${JSON.stringify(`./${file}`)};`).join("\n");

/** How esbuild bundles it. */
export const OPTIONS = {
  absWorkingDir: ROOT,
  alias: { "@": ROOT },
  bundle: true,
  format: "esm",
  mainFields: ["module", "main"],
  conditions: ["browser", "import"],
  target: "node20",
  logLevel: "error",
};

/**
 * The format as one module, bundled from the TypeScript sources on each run, so that it is the same code as on the server
 * and in the browser.
 */
export async function loadFormat() {
  const { build } = await import("esbuild").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error(`The packages that gum needs are not installed. Run "npm install" in ${ROOT} first.`);
    process.exit(2);
  });
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents: FORMAT, resolveDir: ROOT },
    platform: "neutral",
    write: false,
  });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${source}`);
}

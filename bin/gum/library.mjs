import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** What the commands use of the format: the very code that the server and the browser run. */
const MODULES = [
  "lib/package/limits.ts",
  "lib/package/allow-handlers.ts",
  "lib/package/build-package.ts",
  "lib/package/manifest-schema.ts",
  "lib/package/open-package.ts",
  "lib/package/package-error.ts",
  "lib/package/package-messages.ts",
];

/**
 * The format as one module, made of the TypeScript sources on the spot (about 0.1 s), so that the command works from
 * any folder and is never older than they are.
 */
export async function loadFormat() {
  const { build } = await import("esbuild").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    console.error(`The packages that gum needs are not installed. Run "npm install" in ${ROOT} first.`);
    process.exit(2);
  });
  const { outputFiles } = await build({
    stdin: {
      contents: MODULES.map((file) => `export * from ${JSON.stringify(`./${file}`)};`).join("\n"),
      resolveDir: ROOT,
    },
    absWorkingDir: ROOT,
    alias: { "@": ROOT },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["browser", "import"],
    target: "node20",
    write: false,
    logLevel: "error",
  });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${source}`);
}

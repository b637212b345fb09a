import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");

/** Modules of this project as one script for a browser, as `globalThis[name]`. */
export async function bundleForBrowser(name: string, modules: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: modules.map((file) => `export * from ${JSON.stringify(`./${file}`)};`).join("\n"),
      resolveDir: root,
    },
    absWorkingDir: root,
    alias: { "@": root },
    bundle: true,
    format: "iife",
    globalName: name,
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

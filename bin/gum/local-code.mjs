import path from "node:path";
import { OPTIONS } from "./library.mjs";

const { absWorkingDir: ROOT } = OPTIONS;

/** The script of the page around the frame. @returns {Promise<string>} */
export async function buildPageCode() {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    alias: OPTIONS.alias,
    entryPoints: [path.join(ROOT, "lib/sandbox/local/page.ts")],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    minify: true,
    legalComments: "none",
    charset: "utf8",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
    write: false,
  });
  return outputFiles[0].text;
}

/**
 * What `gum dev` serves a folder with, bundled from the sources like the format.
 * @returns {Promise<{pageCode: string, runDocument: (request: object) => {html: string, headers: [string, string][]} | null}>}
 */
export async function loadLocalCode() {
  const { build } = await import("esbuild");
  const [pageCode, { outputFiles }] = await Promise.all([
    buildPageCode(),
    build({
      ...OPTIONS,
      entryPoints: [path.join(ROOT, "lib/sandbox/frame/document.ts")],
      platform: "node",
      write: false,
    }),
  ]);
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  const { runDocument } = await import(`data:text/javascript;base64,${source}`);
  return { pageCode, runDocument };
}

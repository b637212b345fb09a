/** Bundles the packer into one file that needs only Node, for download at /docs/gum.mjs (git-ignored). */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { FORMAT, OPTIONS } from "./gum/library.mjs";
import { buildPageCode } from "./gum/local-code.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Bundles the format itself instead of the code that bundles it at each run. */
const format = {
  name: "format",
  setup(build) {
    build.onResolve({ filter: /\/library\.mjs$/ }, () => ({ path: "library", namespace: "format" }));
    build.onLoad({ filter: /^library$/, namespace: "format" }, () => ({
      contents: 'import * as format from "gum:format";\nexport const loadFormat = async () => format;',
    }));
    build.onResolve({ filter: /^gum:format$/ }, () => ({ path: "source", namespace: "format" }));
    build.onLoad({ filter: /^source$/, namespace: "format" }, () => ({ contents: FORMAT, resolveDir: ROOT }));
  },
};

/** The same for what runs a large folder. */
const localCode = {
  name: "local-code",
  setup(build) {
    build.onResolve({ filter: /\/local-code\.mjs$/ }, () => ({ path: "local-code", namespace: "local" }));
    build.onLoad({ filter: /^local-code$/, namespace: "local" }, () => ({
      contents: `import pageCode from "gum:page-code";
        import { runDocument } from "./lib/sandbox/frame/document.ts";
        export const loadLocalCode = async () => ({ pageCode, runDocument });`,
      resolveDir: ROOT,
    }));
    build.onResolve({ filter: /^gum:page-code$/ }, () => ({ path: "page-code", namespace: "local" }));
    build.onLoad({ filter: /^page-code$/, namespace: "local" }, async () => ({
      contents: await buildPageCode(),
      loader: "text",
    }));
  },
};

await build({
  ...OPTIONS,
  entryPoints: [path.join(ROOT, "bin/gum/download.mjs")],
  outfile: path.join(ROOT, "public/docs/gum.mjs"),
  platform: "node",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  charset: "utf8",
  plugins: [format, localCode],
});

/**
 * Bundles the code that runs inside the frame into text modules in lib/sandbox/generated/ (git-ignored).
 * `--watch` rebuilds on each change until standard input closes.
 */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const INSIDE = path.join(ROOT, "lib/sandbox/frame/inside");
const QUICKJS = path.join(ROOT, "lib/sandbox/quickjs");
const OUT = path.join(ROOT, "lib/sandbox/generated");

const common = {
  bundle: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: ROOT,
  tsconfig: path.join(ROOT, "tsconfig.json"),
};

/** The frame imports internal modules of fake-indexeddb, which its package exports do not list. */
const byPath = {
  name: "by-path",
  setup(build) {
    build.onResolve({ filter: /^fake-indexeddb\/build\// }, ({ path: name }) => ({
      path: path.join(ROOT, "node_modules", name),
    }));
  },
};

/** Bundles that other bundles import as text, by module name. */
const CARRIED = {
  "gum:worker-prelude": { entry: path.join(INSIDE, "worker/prelude.ts") },
  "gum:child-frame-prelude": { entry: path.join(INSIDE, "child-frame/prelude.ts") },
  "gum:quickjs-prelude": { entry: path.join(QUICKJS, "prelude.ts") },
  "gum:quickjs-worker": { entry: path.join(QUICKJS, "worker.ts") },
};

const carried = {
  name: "carried",
  setup(build) {
    build.onResolve({ filter: /^gum:/ }, ({ path: name }) => ({ path: name, namespace: "gum" }));
    build.onLoad({ filter: /.*/, namespace: "gum" }, async ({ path: name }) => {
      const result = await esbuild.build({
        ...common,
        entryPoints: [CARRIED[name].entry],
        plugins: [carried],
        metafile: true,
      });
      const watchFiles = Object.keys(result.metafile.inputs).map((file) => path.join(ROOT, file));
      return { contents: result.outputFiles[0].text.trim(), loader: "text", watchFiles };
    });
  },
};

/** The bundles, with the name of each export and the module of generated/ that holds it. */
const BUNDLES = [
  { entry: "main.ts", name: "FRAME_CODE", file: "frame-code.ts" },
  { entry: "probe.ts", name: "PROBE_CODE", file: "frame-code.ts" },
  { entry: "shared/lexer.ts", name: "LEXER_CODE", file: "lexer-code.ts" },
  { entry: "shared/databases.ts", name: "DATABASES_CODE", file: "databases-code.ts" },
  { entry: "../../quickjs/part.ts", name: "QUICKJS_CODE", file: "quickjs-code.ts" },
];

const texts = new Map();

/** These sequences would end an HTML script element or change how it is parsed. */
function safeInline(code, name) {
  const safe = code.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  if (/<\/script|<!--/i.test(safe))
    throw new Error(`${name} holds a sequence that cannot stand in an inline script.`);
  return safe;
}

function writeOut() {
  fs.mkdirSync(OUT, { recursive: true });
  for (const file of new Set(BUNDLES.map((bundle) => bundle.file))) {
    const lines = BUNDLES.filter((bundle) => bundle.file === file).map(
      ({ name }) => `export const ${name}: string = ${JSON.stringify(texts.get(name))};\n`,
    );
    const content = `// Made by bin/build-frame.mjs from lib/sandbox/frame/inside. Do not edit.\n${lines.join("")}`;
    const target = path.join(OUT, file);
    if (fs.existsSync(target) && fs.readFileSync(target, "utf8") === content) continue;
    const temporary = `${target}.${process.pid}.tmp`;
    fs.writeFileSync(temporary, content);
    fs.renameSync(temporary, target);
  }
}

const keepText = (name) => ({
  name: "keep-text",
  setup(build) {
    build.onEnd((result) => {
      if (result.errors.length || !result.outputFiles) return;
      texts.set(name, safeInline(result.outputFiles[0].text, name));
      if (texts.size === BUNDLES.length) writeOut();
    });
  },
});

const contexts = await Promise.all(
  BUNDLES.map(({ entry, name }) =>
    esbuild.context({
      ...common,
      entryPoints: [path.join(INSIDE, entry)],
      plugins: [byPath, carried, keepText(name)],
    }),
  ),
);

try {
  await Promise.all(contexts.map((context) => context.rebuild()));
} catch {
  // esbuild has said where and why.
  process.exit(1);
}
const sizes = [...texts].map(([name, text]) => `${name} ${Math.round(text.length / 1024)} KB`);
process.stdout.write(`Frame code: ${sizes.join(", ")}\n`);

if (process.argv.includes("--watch")) {
  await Promise.all(contexts.map((context) => context.watch()));
  process.stdin.resume();
  process.stdin.on("end", () => process.exit(0));
} else {
  await Promise.all(contexts.map((context) => context.dispose()));
}

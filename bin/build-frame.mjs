/**
 * Bundles the code that runs inside the frame into string modules in lib/sandbox/generated/ (git-ignored). `--watch`
 * rebuilds on every change, until its standard input closes.
 */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { captureBuiltIns, harden } from "./harden-frame.mjs";

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

/**
 * The library waits for good to open or delete a database that is in use elsewhere, and keeps all later requests waiting. Where a
 * worker has ended that asked for it, database-server.ts gives its request up.
 */
const GIVEN_UP = "if (request._isGivenUp)";
const GIVES_UP = [
  [
    "const waitForOthersClosed = () => {",
    `const waitForOthersClosed = () => {
      ${GIVEN_UP} {
        connection._runningVersionchangeTransaction = false;
        connection.close();
        return cb(new AbortError());
      }`,
  ],
  ["openDatabases, cb) => {", `openDatabases, cb, request) => { ${GIVEN_UP} return cb(new AbortError());`],
  ["openDatabases, cb));", "openDatabases, cb, request));"],
  ["openConnections, onComplete);", "openConnections, onComplete, request);"],
];

function givingUp(code) {
  let changed = code;
  for (const [before, after] of GIVES_UP) {
    if (changed.split(before).length !== 2) throw new Error(`fake-indexeddb has other code: ${before}`);
    changed = changed.replace(before, () => after);
  }
  return changed;
}

/** The frame imports internal modules of fake-indexeddb, which its package exports do not list. */
const byPath = {
  name: "by-path",
  setup(build) {
    build.onResolve({ filter: /^fake-indexeddb\/build\// }, ({ path: name }) => ({
      path: path.join(ROOT, "node_modules", name),
    }));
    build.onLoad({ filter: /fake-indexeddb\/build\/esm\/FDBFactory\.js$/ }, ({ path: file }) => ({
      contents: givingUp(fs.readFileSync(file, "utf8")),
    }));
    // The library's own calls a method of sets that reads others of them, which the app may have replaced.
    build.onLoad({ filter: /fake-indexeddb\/build\/esm\/lib\/intersection\.js$/ }, () => ({
      contents:
        "export const intersection = (one, other) => new Set([...one].filter((item) => other.has(item)));",
    }));
  },
};

/** Code that is bundled into other code as a string, by import name. `hardened`: apps run in the same realm. */
const EMBEDDED = {
  "gum:worker-prelude": { entry: path.join(INSIDE, "worker/prelude.ts"), hardened: true },
  "gum:child-frame-prelude": { entry: path.join(INSIDE, "child-frame/prelude.ts"), hardened: true },
  "gum:quickjs-prelude": { entry: path.join(QUICKJS, "prelude.ts") },
  "gum:quickjs-worker": { entry: path.join(QUICKJS, "worker.ts") },
};

/** A bundle that `harden` parses is minified afterwards. */
const readable = { minify: false, supported: { "optional-chain": false } };

async function hardened(code) {
  const { code: small } = await esbuild.transform(harden(code, await (builtIns ??= captureBuiltIns())), {
    minify: true,
    charset: "utf8",
    legalComments: "none",
    target: common.target,
  });
  return small;
}

/** @type {Promise<string> | undefined} */
let builtIns;

const embedded = {
  name: "embedded",
  setup(build) {
    build.onResolve({ filter: /^gum:/ }, ({ path: name }) => ({ path: name, namespace: "gum" }));
    build.onLoad({ filter: /.*/, namespace: "gum" }, async ({ path: name }) => {
      const result = await esbuild.build({
        ...common,
        ...(EMBEDDED[name].hardened ? readable : {}),
        entryPoints: [EMBEDDED[name].entry],
        plugins: [embedded],
        metafile: true,
      });
      const watchFiles = Object.keys(result.metafile.inputs).map((file) => path.join(ROOT, file));
      const code = result.outputFiles[0].text;
      return {
        contents: (EMBEDDED[name].hardened ? await hardened(code) : code).trim(),
        loader: "text",
        watchFiles,
      };
    });
  },
};

/** Entry point, name of the export, and module in generated/. `hardened`: apps run in the same realm and earlier. */
const BUNDLES = [
  { entry: "../guard/main.ts", name: "GUARD_CODE", file: "frame-code.ts" },
  { entry: "main.ts", name: "FRAME_CODE", file: "frame-code.ts", hardened: true },
  { entry: "probe.ts", name: "PROBE_CODE", file: "frame-code.ts" },
  { entry: "shared/lexer.ts", name: "LEXER_CODE", file: "lexer-code.ts", hardened: true },
  { entry: "shared/databases.ts", name: "DATABASES_CODE", file: "databases-code.ts", hardened: true },
  { entry: "shared-map/add-on.ts", name: "SHARED_CODE", file: "shared-code.ts", hardened: true },
  { entry: "console-trees/add-on.ts", name: "CONSOLE_CODE", file: "console-code.ts", hardened: true },
  { entry: "../../host/gate-worker.ts", name: "GATE_CODE", file: "gate-code.ts" },
  { entry: "../../quickjs/page.ts", name: "QUICKJS_CODE", file: "quickjs-code.ts" },
  { entry: "../../quickjs/replay-worker.ts", name: "REPLAY_CODE", file: "replay-code.ts", platform: "node" },
];

const texts = new Map();

/** Escapes the sequences that would end an inline script or change how it is parsed. */
function safeInline(code, name) {
  const safe = code.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  if (/<\/script|<!--/i.test(safe))
    throw new Error(`${name} contains a sequence that is not allowed in an inline script.`);
  return safe;
}

function writeOut() {
  fs.mkdirSync(OUT, { recursive: true });
  for (const file of new Set(BUNDLES.map((bundle) => bundle.file))) {
    const lines = BUNDLES.filter((bundle) => bundle.file === file).map(
      ({ name }) => `export const ${name}: string = ${JSON.stringify(texts.get(name))};\n`,
    );
    const content = `// Generated by bin/build-frame.mjs from lib/sandbox/frame. Do not edit.\n${lines.join("")}`;
    const target = path.join(OUT, file);
    if (fs.existsSync(target) && fs.readFileSync(target, "utf8") === content) continue;
    const temporary = `${target}.${process.pid}.tmp`;
    fs.writeFileSync(temporary, content);
    fs.renameSync(temporary, target);
  }
}

const collectText = ({ name, hardened: isHardened }) => ({
  name: "collect-text",
  setup(build) {
    build.onEnd(async (result) => {
      if (result.errors.length || !result.outputFiles) return;
      const code = result.outputFiles[0].text;
      texts.set(name, safeInline(isHardened ? await hardened(code) : code, name));
      if (texts.size === BUNDLES.length) writeOut();
    });
  },
});

const contexts = await Promise.all(
  BUNDLES.map((bundle) =>
    esbuild.context({
      ...common,
      ...(bundle.hardened ? readable : {}),
      platform: bundle.platform ?? "browser",
      entryPoints: [path.join(INSIDE, bundle.entry)],
      plugins: [byPath, embedded, collectText(bundle)],
    }),
  ),
);

try {
  await Promise.all(contexts.map((context) => context.rebuild()));
} catch {
  // esbuild has printed the errors.
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

import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Fault, diskFullFault, isDiskFull, tail } from "./fault.mjs";
import { BUILD_SOURCES, fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { ROOT } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step } from "./steps.mjs";

const CLIENT = path.join(ROOT, "lib/db/generated");
const FRAME = path.join(ROOT, "lib/sandbox/generated");
const FRAME_BUILDER = path.join(ROOT, "bin/build-frame.mjs");
const PACKER = path.join(ROOT, "public/docs/gum.mjs");
const PACKER_BUILDER = path.join(ROOT, "bin/build-gum.mjs");
const CONFORMANCE = { app: "examples/conformance", package: path.join(ROOT, "public/docs/conformance.gum") };
const COMPILER = path.join(ROOT, "public/compiler");
const BUILD_ID = path.join(ROOT, ".next/BUILD_ID");

const nodeModule = (name) => path.join(ROOT, "node_modules", name);
const hasFiles = (folder) => fs.existsSync(folder) && fs.readdirSync(folder).length > 0;

/** Generates the Prisma client if the schema changed. @returns {Promise<boolean>} whether it had to */
async function generateClient(logDir) {
  const sources = fingerprint(["prisma/schema", ".config/prisma.ts", "node_modules/prisma/package.json"]);
  if (readStamp("client") === sources && hasFiles(CLIENT)) return false;
  await runNode([nodeModule("prisma/build/index.js"), "generate", "--config", ".config/prisma.ts"], {
    what: "The Prisma client could not be generated",
    logFile: path.join(logDir, "generate.log"),
    // `generate` never runs the schema engine; any path here stops Prisma from downloading one.
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  writeStamp("client", sources);
  return true;
}

/** Bundles the code that runs inside the frame if it changed. @returns {Promise<boolean>} whether it had to */
async function bundleFrame(logDir) {
  const folders = ["lib/sandbox", "lib/package", "lib/shared", "lib/config"];
  const sources = fingerprint([...folders, "bin/build-frame.mjs"]);
  if (readStamp("frame") === sources && hasFiles(FRAME)) return false;
  await runNode([FRAME_BUILDER], {
    what: "The frame's code could not be bundled",
    logFile: path.join(logDir, "frame.log"),
  });
  writeStamp("frame", sources);
  return true;
}

/** Bundles the packer that people download if it changed. @returns {Promise<boolean>} whether it had to */
async function bundlePacker(logDir) {
  const folders = ["bin/gum", "lib/sandbox", "lib/package", "lib/shared", "lib/config"];
  const sources = fingerprint([...folders, "bin/build-gum.mjs", "public/compiler/build-project.mjs"]);
  if (readStamp("packer") === sources && fs.existsSync(PACKER)) return false;
  await runNode([PACKER_BUILDER], {
    what: "The packer could not be bundled",
    logFile: path.join(logDir, "packer.log"),
  });
  writeStamp("packer", sources);
  return true;
}

/** Packs the app that checks a host, for the page about it. @returns {Promise<boolean>} whether it had to */
async function packConformance(logDir) {
  const sources = `${fingerprint([CONFORMANCE.app])} ${readStamp("packer")}`;
  if (readStamp("conformance") === sources && fs.existsSync(CONFORMANCE.package)) return false;
  await runNode([PACKER, "pack", path.join(ROOT, CONFORMANCE.app), "-o", CONFORMANCE.package], {
    what: "The conformance test could not be packed",
    logFile: path.join(logDir, "conformance.log"),
  });
  writeStamp("conformance", sources);
  return true;
}

/** Puts the compiler of the playground among the public files. @returns {boolean} whether it had to */
function copyCompiler() {
  const files = { "esbuild.mjs": "esm/browser.min.js", "esbuild.wasm": "esbuild.wasm" };
  const manifest = nodeModule("esbuild-wasm/package.json");
  // Generated code is also made in folders whose packages are older; a build installs them first.
  if (!fs.existsSync(manifest)) return false;
  const { version } = JSON.parse(fs.readFileSync(manifest, "utf8"));
  const isThere = Object.keys(files).every((name) => fs.existsSync(path.join(COMPILER, name)));
  if (readStamp("compiler") === version && isThere) return false;
  for (const [name, from] of Object.entries(files))
    fs.copyFileSync(nodeModule(`esbuild-wasm/${from}`), path.join(COMPILER, name));
  writeStamp("compiler", version);
  return true;
}

/** Runs the steps whose output is older than its sources. @returns {Promise<string[]>} their names */
export async function generateCode(logDir) {
  const made = {
    "Prisma client": await generateClient(logDir),
    frame: await bundleFrame(logDir),
    packer: await bundlePacker(logDir),
    "conformance test": await packConformance(logDir),
    compiler: copyCompiler(),
  };
  return Object.keys(made).filter((name) => made[name]);
}

/** The generated code, as a step of a command. */
export function ensureGenerated(logDir) {
  return step("Generated code", async (note) =>
    note((await generateCode(logDir)).join(" and ") || "up to date"),
  );
}

/** The production build, as a step of a command. */
export function ensureBuilt(logDir) {
  return step("Application", async (note) => note((await buildApplication(logDir)) ? "built" : "up to date"));
}

/** Runs `next build` if the build is older than its sources. @returns {Promise<boolean>} whether it had to */
export async function buildApplication(logDir) {
  const sources = buildFingerprint();
  if (isBuilt(sources)) return false;
  await runNode([nodeModule("next/dist/bin/next"), "build"], {
    what: "The application could not be built",
    logFile: path.join(logDir, "build.log"),
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  writeStamp("build", { sources, id: fs.readFileSync(BUILD_ID, "utf8") });
  return true;
}

/** The sources of a build, and the variables that Next inlines into client code. */
function buildFingerprint() {
  const inlined = Object.entries(process.env).filter(([name]) => name.startsWith("NEXT_PUBLIC_"));
  return fingerprint(BUILD_SOURCES, JSON.stringify(inlined.sort()));
}

/** True if `.next` holds the build of these sources, and not one that `npx next build` made since. */
export function isBuilt(sources = buildFingerprint()) {
  const stamp = readStamp("build");
  return (
    stamp?.sources === sources && fs.existsSync(BUILD_ID) && fs.readFileSync(BUILD_ID, "utf8") === stamp.id
  );
}

/** Runs a Node program of the project to its end. @throws {Fault} with the end of its output */
export async function runNode(args, { what, logFile, env = {} }) {
  const { status, output } = await run(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1", ...env },
    logFile,
  });
  if (status === 0) return;
  if (isDiskFull(output)) throw diskFullFault(ROOT);
  throw new Fault(`${what}. Its output is below${logFile ? ` (full log: ${logFile})` : ""}.`, {
    detail: tail(output, 20),
  });
}

/** Rebuilds the frame's code on every change. @returns {{ stop: () => void }} */
export function watchFrame() {
  const child = spawn(process.execPath, [FRAME_BUILDER, "--watch"], {
    cwd: ROOT,
    stdio: ["pipe", "inherit", "inherit"],
  });
  return { stop: () => void child.kill() };
}

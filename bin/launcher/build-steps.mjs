import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Fault, diskFullFault, isDiskFull, tail } from "./fault.mjs";
import { BUILD_SOURCES, fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { ROOT } from "./paths.mjs";
import { run } from "./processes.mjs";

const CLIENT = path.join(ROOT, "lib/db/generated");
const FRAME = path.join(ROOT, "lib/sandbox/generated");
const FRAME_BUILDER = path.join(ROOT, "bin/build-frame.mjs");
const BUILD_ID = path.join(ROOT, ".next/BUILD_ID");

const bin = (...parts) => path.join(ROOT, "node_modules", ...parts);
const hasFiles = (folder) => fs.existsSync(folder) && fs.readdirSync(folder).length > 0;

/** Makes the Prisma client from the schema, if the schema changed. @returns {Promise<boolean>} whether it was made */
export async function generateClient(logDir) {
  const sources = fingerprint(["prisma/schema", ".config/prisma.ts", "node_modules/prisma/package.json"]);
  if (readStamp("client") === sources && hasFiles(CLIENT)) return false;
  await runNode([bin("prisma/build/index.js"), "generate", "--config", ".config/prisma.ts"], {
    what: "The database client could not be generated",
    logFile: path.join(logDir, "generate.log"),
    // `generate` never runs the engine; naming any program keeps it from downloading one.
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  writeStamp("client", sources);
  return true;
}

/** Bundles the code that runs inside the frame, if it changed. @returns {Promise<boolean>} whether it was made */
export async function bundleFrame(logDir) {
  if (!fs.existsSync(FRAME_BUILDER)) return false;
  const sources = fingerprint([
    "lib/sandbox",
    "lib/package",
    "lib/shared",
    "lib/config",
    "bin/build-frame.mjs",
  ]);
  if (readStamp("frame") === sources && hasFiles(FRAME)) return false;
  await runNode([FRAME_BUILDER], {
    what: "The frame's code could not be bundled",
    logFile: path.join(logDir, "frame.log"),
  });
  writeStamp("frame", sources);
  return true;
}

/** Builds the application, if the build is older than its sources. @returns {Promise<boolean>} whether it was built */
export async function buildApplication(logDir, env = {}) {
  const sources = buildFingerprint(env);
  if (isBuilt(sources)) return false;
  await runNode([bin("next/dist/bin/next"), "build"], {
    what: "The application could not be built",
    logFile: path.join(logDir, "build.log"),
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  writeStamp("build", { sources, id: fs.readFileSync(BUILD_ID, "utf8") });
  return true;
}

/** What a build depends on: the sources and the variables that Next writes into the browser's code. */
function buildFingerprint(env) {
  const inlined = Object.entries({ ...process.env, ...env }).filter(([name]) =>
    name.startsWith("NEXT_PUBLIC_"),
  );
  return fingerprint(BUILD_SOURCES, JSON.stringify(inlined.sort()));
}

/** True if `.next` holds the build of these sources and not one that somebody made in between. */
export function isBuilt(sources = buildFingerprint({})) {
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
  if (status === 0) return output;
  if (isDiskFull(output)) throw diskFullFault(ROOT);
  throw new Fault(`${what}. What it said is below${logFile ? ` (the whole log: ${logFile})` : ""}.`, {
    detail: tail(output, 20),
  });
}

/**
 * Keeps the frame's code fresh while somebody works on it, where its builder can watch.
 * @returns {{ stop: () => void } | null}
 */
export function watchFrame() {
  if (!fs.existsSync(FRAME_BUILDER) || !fs.readFileSync(FRAME_BUILDER, "utf8").includes("--watch"))
    return null;
  const child = spawn(process.execPath, [FRAME_BUILDER, "--watch"], {
    cwd: ROOT,
    stdio: ["pipe", "inherit", "inherit"],
  });
  return { stop: () => void child.kill() };
}

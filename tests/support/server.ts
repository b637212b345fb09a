import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { startArguments } from "../../bin/launcher/next-start.mjs";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { isBuilt } from "../../bin/launcher/build-steps.mjs";
import { type TestDatabase, createDatabase } from "./database";
import { TEST_DIR } from "./postgres";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Only ends what hangs. */
const READY_MS = 200_000;

export interface TestServer {
  /** http://localhost:port, no slash at the end. */
  url: string;
  port: number;
  database: TestDatabase;
  varDir: string;
  /** Where the server's output goes, stdout and stderr. */
  logFile: string;
  /** Everything that the server wrote to stdout and stderr so far. */
  logs: () => string;
  pid: () => number;
  /** Ends it as a launcher does: requests under way are finished. */
  stop: () => Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill9: () => Promise<void>;
  /** Starts it again on the same port, database and files, with further settings. */
  start: (env?: Record<string, string>) => Promise<void>;
  /** Stops it and removes its database and files. */
  dispose: () => Promise<void>;
}

/**
 * The built application on a free port, with a fresh database and data folder of its own.
 * Rate limits are a thousandfold, because every test comes from one address; `RATE_LIMIT_SCALE: "1"` gives the real ones.
 * @param options.env overrides, for instance `{ REQUIRE_EMAIL_CONFIRMATION: "1" }`
 * @param options.seed true: with the demo content
 * @param options.release the folder of another build
 * @param options.database another than a fresh one
 */
export async function startServer(
  options: {
    env?: Record<string, string>;
    seed?: boolean;
    port?: number;
    release?: string;
    database?: TestDatabase;
  } = {},
): Promise<TestServer> {
  const { release = ROOT } = options;
  if (release === ROOT && !isBuilt())
    throw new Error("The build is older than the sources. Run `npm run build`, then the tests.");
  const database = options.database ?? (await createDatabase());
  const varDir = path.join(TEST_DIR, "servers", database.name);
  fs.mkdirSync(varDir, { recursive: true });
  const common: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: "a-secret-for-tests-only-0123456789",
    VAR_DIR: varDir,
    LOG_LEVEL: "info",
    RATE_LIMIT_SCALE: "1000",
    // A trial takes seconds; its own tests turn it on.
    APP_TRIAL: "off",
  };
  if (options.seed) await runSeed({ ...common, ...options.env }, release);
  // Not before: while the demo content is written, another program could take the port.
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const env: NodeJS.ProcessEnv = { ...common, PORT: String(port), APP_URL: url, ...options.env };

  let child: ChildProcess | undefined;
  const logFile = path.join(varDir, "server.log");
  const logs = (): string => fs.readFileSync(logFile, "utf8");

  const start = async (further: Record<string, string> = {}): Promise<void> => {
    Object.assign(env, further);
    const output = fs.openSync(logFile, "a");
    const { size } = fs.fstatSync(output);
    // Next's words. Without them, another program that has taken the port could answer.
    const listens = () => fs.readFileSync(logFile).subarray(size).includes("Ready in");
    const [next, ...args] = startArguments("127.0.0.1", port);
    const started = spawn(process.execPath, [path.resolve(release, path.relative(ROOT, next!)), ...args], {
      cwd: release,
      env,
      stdio: ["ignore", output, output, "ipc"],
    });
    fs.closeSync(output);
    child = started;
    const until = Date.now() + READY_MS;
    while (!listens() || !(await isReady(url))) {
      if (started.exitCode !== null || started.signalCode)
        throw new Error(`The server ended at its start:\n${logs()}`);
      if (Date.now() > until) throw new Error(`The server was not ready in time:\n${logs()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const end = async (how: (running: ChildProcess) => unknown): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode) return;
    const exited = once(running, "exit");
    how(running);
    await exited;
  };
  const stop = (): Promise<void> => end((running) => running.kill("SIGTERM"));

  await start();
  return {
    url,
    port,
    database,
    varDir,
    logFile,
    logs,
    pid: () => child?.pid ?? 0,
    start,
    stop,
    kill9: () => end((running) => running.kill("SIGKILL")),
    dispose: async () => {
      await stop();
      await database.drop();
      fs.rmSync(varDir, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(30_000) })).ok;
  } catch {
    return false;
  }
}

/** The demo content, as `npm start` writes it into an empty database. */
export async function runSeed(env: NodeJS.ProcessEnv, release = ROOT): Promise<void> {
  const args = ["--conditions=react-server", "--import", "tsx", "prisma/seed/seed.ts"];
  const child = spawn(process.execPath, args, { cwd: release, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, "close")) as [number];
  if (status !== 0) throw new Error(`The demo content could not be written:\n${output}`);
}

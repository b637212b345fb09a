import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { runNode } from "../../../bin/launcher/build-steps.mjs";
import { freePort } from "../../../bin/launcher/postgres.mjs";
import type { BenchContext } from "./bench";
import { sessionId, personId } from "./readers";
import type { Statement } from "./statements";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const BASELINE = path.join(ROOT, "tests/bench/baseline");
const NEXT = path.join(ROOT, "node_modules/next/dist/bin/next");
export const SECRET = "a-secret-for-benchmarks-only-0123456789";
const READY_MS = 60_000;

export type BenchServer = { url: string; pid: number };

type Start = {
  context: BenchContext;
  name: string;
  args: (port: number) => string[];
  cwd?: string;
  ready: string;
  env: Record<string, string>;
};

/** Starts a server and waits until `ready` answers; its output goes into a file, as a service's would. */
async function startServer({ context, name, args, cwd = ROOT, ready, env }: Start): Promise<BenchServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log = path.join(context.dir, `${name}.log`);
  const output = fs.openSync(log, "w");
  const child: ChildProcess = spawn(process.execPath, args(port), {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NODE_OPTIONS: "",
      PORT: String(port),
      APP_URL: url,
      ...env,
    },
    stdio: ["ignore", output, output],
  });
  fs.closeSync(output);
  context.closing(async () => {
    if (child.exitCode !== null || child.signalCode) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  });
  const until = Date.now() + READY_MS;
  for (;;) {
    const answer = await fetch(url + ready).catch(() => null);
    await answer?.arrayBuffer();
    if (answer && answer.status < 500) return { url, pid: child.pid! };
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${name} did not start; see ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The built product, with the limits of a load test. */
export function startProduct(
  context: BenchContext,
  databaseUrl: string,
  { name = "product", env = {} }: { name?: string; env?: Record<string, string> } = {},
): Promise<BenchServer> {
  return startServer({
    context,
    name,
    args: (port) => [NEXT, "start", "--port", String(port)],
    ready: "/api/ready",
    env: {
      DATABASE_URL: databaseUrl,
      NEXTAUTH_SECRET: SECRET,
      VAR_DIR: path.join(context.dir, "product"),
      RATE_LIMIT_SCALE: "1000000",
      ...env,
    },
  });
}

/** node:http and pg, nothing else. */
export function startBareNode(context: BenchContext, databaseUrl: string, statements: Statements) {
  return startServer({
    context,
    name: "bare-node",
    args: (port) => [path.join(BASELINE, "server.mjs"), String(port)],
    ready: "/",
    env: { DATABASE_URL: databaseUrl, BENCH_STATEMENTS: writeJson(context, "statements.json", statements) },
  });
}

/** A bare Next application: pages and routes that do nothing but the statement. */
export async function startBareNext(
  context: BenchContext,
  databaseUrl: string,
  { statements = {}, markup = ["main", {}] }: { statements?: Statements; markup?: unknown } = {},
): Promise<BenchServer> {
  const env = {
    DATABASE_URL: databaseUrl,
    BENCH_STATEMENTS: writeJson(context, "next-statements.json", statements),
    BENCH_MARKUP: writeJson(context, "markup.json", markup),
  };
  const cwd = await buildBareNext(context, env);
  return startServer({
    context,
    name: "bare-next",
    cwd,
    args: (port) => [NEXT, "start", "--port", String(port), "--hostname", "localhost"],
    ready: "/",
    env,
  });
}

export type Statements = Record<string, Statement>;

function writeJson(context: BenchContext, name: string, value: unknown): string {
  const file = path.join(context.dir, name);
  fs.writeFileSync(file, JSON.stringify(value));
  return file;
}

/** Builds a copy below var/, where no check of the project looks. @returns its folder */
async function buildBareNext(context: BenchContext, env: Record<string, string>): Promise<string> {
  const folder = path.join(context.dir, "bare-next");
  fs.cpSync(BASELINE, folder, { recursive: true });
  await runNode([NEXT, "build", folder], {
    what: "The bare Next application could not be built",
    logFile: path.join(context.dir, "bare-next-build.log"),
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  return folder;
}

/** The cookie with which a reader of the seed is signed in at the product. */
export async function cookieOf(reader: number): Promise<string> {
  const { sessionCookie } = await import("@/lib/auth/session-cookie.server");
  const cookie = await sessionCookie({ sub: personId(reader), sid: sessionId(reader), onboarded: true });
  return cookie.slice(0, cookie.indexOf(";"));
}

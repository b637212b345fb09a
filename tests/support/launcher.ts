import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { tail } from "../../bin/launcher/fault.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");

export interface LauncherRun {
  child: ChildProcess;
  /** What it printed so far, both streams. */
  output: () => string;
  /** Resolves when it has printed `text`; rejects when it ends without. */
  printed: (text: string | RegExp) => Promise<void>;
  /** Resolves with its exit status (null where a signal ended it). */
  exited: Promise<number | null>;
}

/** `node bin/start.mjs` as a person would run it, without the database of the test run. */
export function runLauncher(options: {
  varDir: string;
  port: number;
  env?: Record<string, string>;
  /** Another checkout than this one. */
  root?: string;
}): LauncherRun {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // Empty, not absent: a .env file of this checkout must not fill it in.
    DATABASE_URL: "",
    APP_URL: "",
    HOST: "",
    NEXTAUTH_SECRET: "",
    SEED_DEMO: "0",
    LOG_LEVEL: "warn",
    VAR_DIR: options.varDir,
    PORT: String(options.port),
    ...options.env,
  };
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    cwd: options.root ?? ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const collect = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  let end = "";
  const exited = once(child, "close").then(([status, signal]: unknown[]) => {
    // The reason comes first: reports cut a long message at its end.
    end = `(${(signal as string) ?? `status ${status as number}`}): ${tail(text, 6)}`;
    return status as number | null;
  });

  const printed = async (wanted: string | RegExp): Promise<void> => {
    const found = (): boolean => (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text));
    let ended = false;
    void exited.then(() => (ended = true));
    while (!found()) {
      if (ended) throw new Error(`The launcher ended without printing ${wanted} ${end}\nAll of it:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  return { child, output: () => text, printed, exited };
}

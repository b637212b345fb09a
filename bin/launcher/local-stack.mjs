import fs from "node:fs";
import path from "node:path";
import { bundleFrame, generateClient, runNode } from "./build-steps.mjs";
import { prepareDatabase, safeAddress } from "./database.mjs";
import { loadDotEnv, readAddress } from "./environment.mjs";
import { install, isInstalled } from "./install.mjs";
import { takeLock } from "./lock.mjs";
import { ROOT, ensureVarDir, varDir } from "./paths.mjs";
import { stopChildren } from "./processes.mjs";
import { loadSecrets } from "./secrets.mjs";
import { assertPortFree } from "./serve.mjs";
import { say, step } from "./steps.mjs";

const LOG_MAX_BYTES = 5 * 1024 * 1024;
export const DEMO_ACCOUNT = { email: "demo@gum.test", password: "demo-demo-demo" };

/**
 * Everything that has to stand before the product can serve, for `npm start` and `npm run dev` alike. What it opened is
 * closed by `close`, in reverse order, however far it came.
 */
export function createLocalStack(command) {
  const closers = [];
  let closing;
  const close = () => {
    closing ??= (async () => {
      stopChildren();
      const results = [];
      for (const closer of closers.reverse())
        results.push(...(await Promise.allSettled([Promise.resolve().then(closer)])));
      const failed = results.find(({ status }) => status === "rejected");
      if (failed) throw failed.reason;
    })();
    return closing;
  };

  const open = async ({ reset = false } = {}) => {
    loadDotEnv();
    const address = readAddress();
    const dir = varDir();
    const logDir = path.join(dir, "log");
    ensureVarDir(dir);
    const lock = await takeLock(dir, command);
    closers.push(lock.release);
    await assertPortFree(address, command);

    await step("Packages", async (note) => {
      if (isInstalled()) return note("up to date");
      await install(logDir);
      note("installed what package-lock.json says");
    });
    const { secrets } = loadSecrets(dir);
    if (reset) await resetData(dir);
    const database = await openDatabase({ dir, logDir, secrets, closers });
    const env = childEnvironment({ address, dir, secrets, database });
    return { env, address, dir, logDir, lock, database };
  };

  return { open, close, onClose: (closer) => closers.push(closer) };
}

async function openDatabase({ dir, logDir, secrets, closers }) {
  const own = !process.env.DATABASE_URL;
  const { url, recreate } = await step("Database", async (note) => {
    if (!own) {
      note(`DATABASE_URL, ${safeAddress(process.env.DATABASE_URL)}`);
      return { url: process.env.DATABASE_URL };
    }
    const { openPostgres } = await import("./postgres.mjs");
    const logFile = path.join(logDir, "postgres.log");
    trim(logFile);
    const opened = await openPostgres({
      dir: path.join(dir, "postgres"),
      password: secrets.databasePassword,
      logFile,
    });
    closers.push(() => step("Stopping the database", () => opened.stop()));
    note(
      `PostgreSQL, ${opened.found ? "still running from before" : opened.created ? "made and started" : "started"}`,
    );
    return opened;
  });
  const { empty } = await step("Tables", async (note) => {
    const result = await prepareDatabase(url);
    const count = result.applied.length;
    note(count ? `${count} migration${count === 1 ? "" : "s"} applied` : "up to date");
    return result;
  });
  return { url, own, empty, recreate };
}

/** Removes the embedded database and the files that it speaks of; only on an explicit `npm run dev -- --reset`. */
async function resetData(dir) {
  if (process.env.DATABASE_URL)
    return say("  --reset is ignored: DATABASE_URL names a database that is not ours.");
  const { removePostgres } = await import("./postgres.mjs");
  await removePostgres(path.join(dir, "postgres"));
  fs.rmSync(path.join(dir, "files"), { recursive: true, force: true });
}

function trim(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat && stat.size > LOG_MAX_BYTES) fs.renameSync(file, `${file}.1`);
}

/** What the server process is told. Whatever the environment says already wins. */
function childEnvironment({ address, dir, secrets, database }) {
  return {
    ...process.env,
    HOST: address.host,
    PORT: String(address.port),
    APP_URL: address.appUrl,
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || secrets.nextauthSecret,
    CRON_SECRET: process.env.CRON_SECRET || secrets.cronSecret,
    DATABASE_URL: database.url,
    VAR_DIR: dir,
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

export async function generate(logDir) {
  await step("Generated code", async (note) => {
    const client = await generateClient(logDir);
    const frame = await bundleFrame(logDir);
    note(
      client || frame
        ? [client && "database client", frame && "frame"].filter(Boolean).join(" and ")
        : "up to date",
    );
  });
}

/**
 * Demo content, into an empty database of our own only, and whole or not at all: while it is written a marker lies beside,
 * and what a start that died left half written is thrown away by the next. Nobody can have signed up in between.
 */
export async function seed({ env, database, dir, logDir }) {
  const script = path.join(ROOT, "prisma/seed/seed.ts");
  const marker = path.join(dir, "seed.unfinished");
  const interrupted = fs.existsSync(marker);
  if (!database.own || process.env.SEED_DEMO === "0" || !fs.existsSync(script)) {
    fs.rmSync(marker, { force: true });
    return;
  }
  if (!database.empty && !interrupted) return;
  const beginAnew = async () => {
    await database.recreate();
    await prepareDatabase(database.url);
    fs.rmSync(path.join(dir, "files"), { recursive: true, force: true });
  };
  await step("Demo content", async (note) => {
    if (interrupted) await beginAnew();
    fs.writeFileSync(marker, "");
    try {
      await runNode(["--conditions=react-server", "--import", "tsx", script], {
        what: "The demo content could not be written",
        logFile: path.join(logDir, "seed.log"),
        env,
      });
    } catch (error) {
      await beginAnew();
      throw error;
    } finally {
      fs.rmSync(marker, { force: true });
    }
    note("written");
  });
}

/** The lines at the end of a start. */
export function sayReady({ address, database, since }) {
  say(`\n  Gum is ready: ${address.appUrl}  (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  if (database.own && process.env.SEED_DEMO !== "0") {
    say(`  Demo account: ${DEMO_ACCOUNT.email}, password ${DEMO_ACCOUNT.password}`);
  }
  say("  Ctrl+C stops it.\n");
}

import fs from "node:fs";
import path from "node:path";
import { runNode } from "./build-steps.mjs";
import { hasPeople, prepareDatabase, safeAddress, withServer } from "./database.mjs";
import { loadDotEnv, readAddress } from "./environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { takeLock } from "./lock.mjs";
import { ROOT, ensureVarDir, varDir } from "./paths.mjs";
import { assertOwnSecret, loadSecrets } from "./secrets.mjs";
import { assertPortFree } from "./serve.mjs";
import { say, step } from "./steps.mjs";
import { restartLimit, watch } from "./watch.mjs";

const LOG_MAX_BYTES = 5 * 1024 * 1024;
export const DEMO_ACCOUNT = { email: "demo@gum.test", password: "demo-demo-demo" };

/**
 * Starts everything that the server needs, for `npm start` and `npm run dev`: packages, database, tables, settings.
 * @param {{ command: string, onClose: (cleanup: () => unknown) => void, fail: (error: unknown) => void, reset?: boolean }} options `command`
 *   is what the person typed, for messages; `fail` ends everything with a reason; `reset` begins with an empty embedded database
 */
export async function openLocalStack({ command, onClose, fail, reset = false }) {
  const since = Date.now();
  loadDotEnv();
  const address = readAddress();
  const dir = varDir();
  const logDir = path.join(dir, "log");
  ensureVarDir(dir);
  const lock = await takeLock(dir, command);
  onClose(lock.release);
  await assertPortFree(address, command);

  await ensureInstalled(logDir);
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) await assertOwnSecret(dir, () => withServer(DATABASE_URL, hasPeople));
  const secrets = loadSecrets(dir);
  if (reset) await resetData(dir);
  const database = await openDatabase({ dir, logDir, secrets, onClose, fail });
  const env = serverEnvironment({ address, dir, secrets, database });
  return {
    env,
    logDir,
    seed: () => seed({ env, database, dir, logDir }),
    /** Announces the address, in the lock file and to the person. */
    announce() {
      lock.announce(address.appUrl);
      say(`\n  Gum is ready: ${address.appUrl}  (${((Date.now() - since) / 1000).toFixed(1)} s)`);
      if (database.isEmbedded && process.env.SEED_DEMO !== "0")
        say(`  Demo account: ${DEMO_ACCOUNT.email}, password ${DEMO_ACCOUNT.password}`);
      say("  Ctrl+C stops it.\n");
    },
  };
}

async function openDatabase({ dir, logDir, secrets, onClose, fail }) {
  const isEmbedded = !process.env.DATABASE_URL;
  const { url, recreate } = await step("Database", async (note) => {
    if (!isEmbedded) {
      note(`DATABASE_URL, ${safeAddress(process.env.DATABASE_URL)}`);
      return { url: process.env.DATABASE_URL };
    }
    const { openPostgres } = await import("./postgres.mjs");
    const logFile = path.join(logDir, "postgres.log");
    rotate(logFile);
    const postgres = await openPostgres({
      dir: path.join(dir, "postgres"),
      password: secrets.databasePassword,
      logFile,
    });
    const watcher = keepRunning(postgres, fail);
    onClose(async () => {
      await watcher.stop();
      await step("Stopping the database", () => postgres.stop());
    });
    note(
      `PostgreSQL, ${postgres.found ? "still running from before" : postgres.created ? "created and started" : "started"}`,
    );
    return postgres;
  });
  const isEmpty = await step("Tables", async (note) => {
    const { applied, empty } = await prepareDatabase(url);
    const count = applied.length;
    note(count ? `${count} migration${count === 1 ? "" : "s"} applied` : "up to date");
    return empty;
  });
  return { url, isEmbedded, isEmpty, recreate };
}

/** Restarts the database when it has died or no longer responds. */
function keepRunning(postgres, onDead) {
  const countRestart = restartLimit("The database");
  return watch({
    check: postgres.answers,
    isGone: () => !postgres.isRunning(),
    onDown: async () => {
      try {
        const why = postgres.isRunning() ? "does not answer any more" : "ended unexpectedly";
        countRestart(why);
        say(`  The database ${why} and is started again.`);
        const since = Date.now();
        await postgres.restart();
        say(`  The database is back (${((Date.now() - since) / 1000).toFixed(1)} s).`);
      } catch (error) {
        onDead(error);
      }
    },
  });
}

/** Deletes the embedded database and the files it refers to. */
async function resetData(dir) {
  if (process.env.DATABASE_URL)
    return say("  --reset is ignored: DATABASE_URL names a database that Gum does not manage.");
  const { removePostgres } = await import("./postgres.mjs");
  await removePostgres(path.join(dir, "postgres"));
  removeFiles(dir);
}

const removeFiles = (dir) => fs.rmSync(path.join(dir, "files"), { recursive: true, force: true });

function rotate(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat && stat.size > LOG_MAX_BYTES) fs.renameSync(file, `${file}.1`);
}

function serverEnvironment({ address, dir, secrets, database }) {
  return {
    ...process.env,
    HOST: address.host,
    PORT: String(address.port),
    APP_URL: address.appUrl,
    ...(!process.env.NEXTAUTH_SECRET && {
      NEXTAUTH_SECRET: secrets.nextauthSecret,
      NEXTAUTH_SECRET_PREVIOUS: secrets.nextauthSecretPrevious ?? "",
      DATA_SECRET: secrets.dataSecret ?? "",
    }),
    CRON_SECRET: process.env.CRON_SECRET || secrets.cronSecret,
    ...(!process.env.VAPID_PUBLIC_KEY &&
      !process.env.VAPID_PRIVATE_KEY && {
        VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
        VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
      }),
    DATABASE_URL: database.url,
    VAR_DIR: dir,
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/**
 * Writes the demo content into an empty embedded database, all of it or nothing: a marker file exists while it is being
 * written, and a start that finds one begins again with an empty database. Nobody can have signed up in between.
 */
async function seed({ env, database, dir, logDir }) {
  const marker = path.join(dir, "seed.unfinished");
  const interrupted = fs.existsSync(marker);
  if (!database.isEmbedded || process.env.SEED_DEMO === "0") return fs.rmSync(marker, { force: true });
  if (!database.isEmpty && !interrupted) return;
  const startOver = async () => {
    await database.recreate();
    await prepareDatabase(database.url);
    removeFiles(dir);
  };
  await step("Demo content", async (note) => {
    if (interrupted) await startOver();
    fs.writeFileSync(marker, "");
    try {
      await runNode(
        ["--conditions=react-server", "--import", "tsx", path.join(ROOT, "prisma/seed/seed.ts")],
        {
          what: "The demo content could not be written",
          logFile: path.join(logDir, "seed.log"),
          env,
        },
      );
    } catch (error) {
      await startOver();
      throw error;
    } finally {
      fs.rmSync(marker, { force: true });
    }
    note("written");
  });
}

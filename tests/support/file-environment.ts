import fs from "node:fs";
import path from "node:path";
import type { Pool } from "pg";
import { afterAll, vi } from "vitest";
import { createDatabase } from "./database";
import { TEST_DIR } from "./postgres";

/**
 * Each integration test file gets a database and a data folder of its own before its first import, so that a test can
 * call services and repositories directly: they read these variables when they are first used. Files run one after the other in
 * two processes, which saves loading the libraries a hundred times; the modules and globals of Gum are new for each.
 */
const holder = globalThis as typeof globalThis & {
  environmentBefore?: NodeJS.ProcessEnv;
  gumPool?: Pick<Pool, "end" | "options"> | undefined;
  gumPrisma?: object | undefined;
};

const before = (holder.environmentBefore ??= { ...process.env });
for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
const database = await createDatabase();
const dir = path.join(TEST_DIR, "files", database.name);
fs.mkdirSync(dir, { recursive: true });

vi.resetModules();
for (const name of Object.keys(holder)) if (name.startsWith("gum")) Reflect.deleteProperty(holder, name);
Object.assign(process.env, before, {
  DATABASE_URL: database.url,
  DATABASE_POOL: "5",
  NEXTAUTH_SECRET: "a-secret-for-tests-only-0123456789",
  APP_URL: "http://localhost:3000",
  VAR_DIR: dir,
  LOG_LEVEL: "silent",
  APP_TRIAL: "off",
});

keepOwnPool(database.name);

afterAll(async () => {
  await holder.gumPool?.end();
  await database.drop();
  fs.rmSync(dir, { recursive: true, force: true });
});

/** Late work of the file before has that file's modules and configuration: the pool that it makes is not kept. */
function keepOwnPool(name: string): void {
  // A file may have a PostgreSQL of its own, or something in front of that of all.
  const ofAll = new URL(process.env.TEST_POSTGRES_URL!).host;
  const isOwn = (url = name) => url.includes(name) || !url.includes(ofAll);
  let pool: typeof holder.gumPool;
  let client: object | undefined;
  Object.defineProperties(holder, {
    gumPool: {
      configurable: true,
      enumerable: true,
      get: () => pool,
      set(made: typeof holder.gumPool) {
        if (isOwn(made?.options?.connectionString)) pool = made;
      },
    },
    gumPrisma: {
      configurable: true,
      enumerable: true,
      get: () => client,
      // Made for the pool, so a moment after it.
      set(made: object | undefined) {
        if (pool) client = made;
      },
    },
  });
}

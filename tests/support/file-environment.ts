import fs from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";
import { createDatabase } from "./database";
import { TEST_DIR } from "./postgres";

/**
 * Each integration test file gets a database and a data folder of its own before its first import, so that a test can
 * call services and repositories directly: they read these variables when they are first used.
 */
const database = await createDatabase();
const dir = path.join(TEST_DIR, "files", database.name);
fs.mkdirSync(dir, { recursive: true });

Object.assign(process.env, {
  DATABASE_URL: database.url,
  DATABASE_POOL: "5",
  NEXTAUTH_SECRET: "a-secret-for-tests-only-0123456789",
  APP_URL: "http://localhost:3000",
  VAR_DIR: dir,
  LOG_LEVEL: "silent",
  APP_TRIAL: "off",
});

afterAll(async () => {
  await database.drop();
  fs.rmSync(dir, { recursive: true, force: true });
});

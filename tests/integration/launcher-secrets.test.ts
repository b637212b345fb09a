import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { createDatabase, type TestDatabase } from "../support/database";
import { runLauncher } from "../support/launcher";

let database: TestDatabase;
let varDir: string;

beforeEach(async () => {
  database = await createDatabase();
  varDir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-launcher-secrets-"));
});
afterEach(async () => {
  await database.drop();
  fs.rmSync(varDir, { recursive: true, force: true });
});

it("npm start makes no secret for a database of DATABASE_URL that people use with another", async () => {
  await database.query(
    `INSERT INTO users (id, username, username_key, display_name, email, email_key, password_hash)
     VALUES (gen_random_uuid(), 'somebody', 'somebody', '', 's@gum.test', 's@gum.test', 'x')`,
  );
  const run = runLauncher({ varDir, port: await freePort(), env: { DATABASE_URL: database.url } });
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain("The database of DATABASE_URL has people");
  expect(fs.existsSync(path.join(varDir, "secrets.json"))).toBe(false);
});

import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

const command = path.resolve(import.meta.dirname, "../gum.mjs");

it.each([
  ["jobs", "list"],
  ["admin", "list"],
])("says what is wrong with the database: gum %s %s", (...args) => {
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], {
    env: { ...process.env, DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The database returned an error: .*ECONNREFUSED.*\n$/),
  ]);
});

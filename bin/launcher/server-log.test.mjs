import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { createServerLog, isForPeople } from "./server-log.mjs";

it.each([
  ['{"level":"info","msg":"request"}', false],
  ['{"level":"debug"}', false],
  ['{"level":"error","msg":"failed"}', true],
  ['{"level":"warn"}', true],
  ["Error: something", true],
  ["{ not json", true],
  ["   ", false],
])("%s is for people: %s", (line, expected) => expect(isForPeople(line)).toBe(expected));

it("writes every line, and keeps one older file when it has grown", async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-log-"));
  const file = path.join(dir, "server.log");
  fs.writeFileSync(file, "x".repeat(11 * 1024 * 1024));
  const stream = new PassThrough();
  createServerLog(file, { everything: false }).collect(stream);
  stream.end('{"level":"info","msg":"one"}\n{"level":"info","msg":"two"}\n');
  await expect
    .poll(() => fs.readFileSync(file, "utf8"))
    .toBe('{"level":"info","msg":"one"}\n{"level":"info","msg":"two"}\n');
  expect(fs.statSync(`${file}.1`).size).toBe(11 * 1024 * 1024);
  fs.rmSync(dir, { recursive: true });
});

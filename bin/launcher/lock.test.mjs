import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawn } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeLock } from "./lock.mjs";
import { processIdentity } from "./processes.mjs";

let dir;
const children = [];
const file = () => path.join(dir, "launcher.lock");
const read = () => JSON.parse(fs.readFileSync(file(), "utf8"));

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "gum-lock-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  fs.rmSync(dir, { recursive: true, force: true });
});

/** A process that lives until the test ends. */
function other() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  children.push(child);
  return child.pid;
}

describe("takeLock", () => {
  it("names its holder, and is deleted when it is released", async () => {
    const lock = await takeLock(dir, "npm start");
    expect(read()).toMatchObject({ pid: process.pid, command: "npm start" });
    lock.announce("http://localhost:3000");
    expect(read().url).toBe("http://localhost:3000");
    lock.release();
    expect(fs.existsSync(file())).toBe(false);
  });

  it("refuses while another process holds it, and says which and where", async () => {
    const pid = other();
    const content = {
      pid,
      identity: processIdentity(pid),
      command: "npm run dev",
      url: "http://localhost:3000",
    };
    fs.writeFileSync(file(), JSON.stringify(content));
    await expect(takeLock(dir, "npm start")).rejects.toThrow(
      new RegExp(`npm run dev \\(process ${pid}\\).*http://localhost:3000`),
    );
    expect(read()).toEqual(content);
  });

  it("takes over from a process that is gone", async () => {
    fs.writeFileSync(file(), JSON.stringify({ pid: 2_000_000_000, identity: "", command: "npm start" }));
    await takeLock(dir, "npm start");
    expect(read().pid).toBe(process.pid);
  });

  it("takes over if another process has the process id by now", async () => {
    fs.writeFileSync(file(), JSON.stringify({ pid: other(), identity: "boot:1", command: "npm start" }));
    await takeLock(dir, "npm start");
    expect(read().pid).toBe(process.pid);
  });

  it.each(["", "{", "null"])("takes over a file that says %j", async (content) => {
    fs.writeFileSync(file(), content);
    await takeLock(dir, "npm start");
    expect(read().pid).toBe(process.pid);
  });

  it("is released only by its holder", async () => {
    const lock = await takeLock(dir, "npm start");
    const successor = JSON.stringify({ pid: other(), identity: "", command: "npm start" });
    fs.writeFileSync(file(), successor);
    lock.release();
    expect(fs.readFileSync(file(), "utf8")).toBe(successor);
  });
});

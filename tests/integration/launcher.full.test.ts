import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort, removePostgres } from "../../bin/launcher/postgres.mjs";
import { childrenOf, commandLine, isAlive, waitForExit } from "../../bin/launcher/processes.mjs";
import { type LauncherRun, runLauncher } from "../support/launcher";

const READY = "Gum is ready";

/** A data folder after a first start; tests of later starts begin with a copy of it. */
let prepared: string;
let home: string;
let port: number;
const runs: LauncherRun[] = [];

function start(
  options: { varDir?: string; port?: number; env?: Record<string, string>; root?: string } = {},
): LauncherRun {
  const run = runLauncher({ varDir: path.join(home, "var"), port, ...options });
  runs.push(run);
  return run;
}

function usePrepared(): void {
  fs.cpSync(prepared, path.join(home, "var"), { recursive: true });
}

function postmasterPid(): number {
  return Number(fs.readFileSync(path.join(home, "var/postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

async function isReadyAgain(): Promise<void> {
  const status = async () => (await fetch(`http://localhost:${port}/api/ready`).catch(() => null))?.status;
  await expect.poll(status).toBe(200);
}

async function stop(run: LauncherRun): Promise<number | null> {
  run.child.kill("SIGTERM");
  return run.exited;
}

beforeAll(async () => {
  prepared = fs.mkdtempSync(path.join(os.tmpdir(), "gum-launcher-prepared-"));
  const run = runLauncher({ varDir: prepared, port: await freePort() });
  await run.printed(READY);
  await stop(run);
});
afterAll(() => fs.rmSync(prepared, { recursive: true, force: true }));

beforeEach(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "gum-launcher-"));
  port = await freePort();
});

afterEach(async () => {
  for (const run of runs.splice(0)) {
    if (run.child.exitCode === null && !run.child.signalCode) await stop(run);
  }
  if (fs.existsSync(path.join(home, "var/postgres"))) await removePostgres(path.join(home, "var/postgres"));
  fs.rmSync(home, { recursive: true, force: true });
});

describe("npm start", () => {
  it("serves, keeps its secrets to itself, and stops its database when it is told to stop", async () => {
    const run = start();
    await run.printed(READY);
    expect((await fetch(`http://localhost:${port}/api/ready`)).status).toBe(200);
    const secrets = path.join(home, "var/secrets.json");
    expect(fs.statSync(secrets).mode & 0o777).toBe(0o600);
    const kept = fs.readFileSync(secrets, "utf8");
    const database = postmasterPid();

    expect(await stop(run)).toBe(0);
    expect(isAlive(database)).toBe(false);

    const second = start();
    await second.printed(READY);
    expect(fs.readFileSync(secrets, "utf8")).toBe(kept);
    expect(second.output()).toContain("up to date");
  });

  it("makes no new secrets beside a database that was made with others", async () => {
    usePrepared();
    fs.rmSync(path.join(home, "var/secrets.json"));
    const run = start();
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain("secrets.json is missing");
    expect(fs.existsSync(path.join(home, "var/secrets.json"))).toBe(false);
  });

  it("leaves a Gum that already runs in the folder alone and says so", async () => {
    usePrepared();
    const first = start();
    await first.printed(READY);
    const second = start({ port: await freePort() });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain("Gum already runs in this folder");
    expect(second.output()).toContain(`http://localhost:${port}`);
    expect((await fetch(`http://localhost:${port}/api/ready`)).status).toBe(200);
  });

  it("takes over from a launcher that was killed, with the database that it left behind", async () => {
    usePrepared();
    const first = start();
    await first.printed(READY);
    const database = postmasterPid();
    first.child.kill("SIGKILL");
    await first.exited;
    expect(isAlive(database)).toBe(true);

    const second = start();
    await second.printed(READY);
    expect(second.output()).toContain("still running from before");
    expect(postmasterPid()).toBe(database);
    expect((await fetch(`http://localhost:${port}/api/ready`)).status).toBe(200);
    expect(await stop(second)).toBe(0);
    expect(await waitForExit(database, 60_000)).toBe(true);
  });

  it("starts the server again when it dies, and gives up its database only at the end", async () => {
    usePrepared();
    const run = start();
    await run.printed(READY);
    const server = await serverPid(run);
    process.kill(server, "SIGKILL");
    await run.printed("is started again");
    await isReadyAgain();
    expect(await stop(run)).toBe(0);
  });

  it("ends a server that is frozen, and starts it again", async () => {
    usePrepared();
    const run = start();
    await run.printed(READY);
    const frozen = await serverPid(run);
    process.kill(frozen, "SIGSTOP");
    await run.printed("does not answer any more");
    await run.printed("is started again");
    await isReadyAgain();
    expect(await serverPid(run)).not.toBe(frozen);
    expect(await stop(run)).toBe(0);
  });

  it("ends the process of websockets when it is frozen, and starts it again", async () => {
    usePrepared();
    const run = start();
    await run.printed(READY);
    const address = "http://localhost:" + port + "/api/hosted/realtime/v1/websocket";
    const frozen = realtimePid(run);
    await expect.poll(async () => (await fetch(address)).status).toBe(404);
    process.kill(frozen, "SIGSTOP");
    await run.printed("Realtime exited");
    expect(isAlive(frozen)).toBe(false);
    await expect.poll(async () => (await fetch(address).catch(() => null))?.status).toBe(404);
    expect(realtimePid(run)).toBeGreaterThan(0);
    expect(await stop(run)).toBe(0);
  });

  /** Stops a server and its processes where they stand, the postmaster first: a child that ends meanwhile stays listed. */
  function freeze(postmaster: number): void {
    process.kill(postmaster, "SIGSTOP");
    while (!/^State:\s+T/m.test(fs.readFileSync(`/proc/${postmaster}/status`, "utf8")));
    for (const pid of childrenOf(postmaster)) process.kill(pid, "SIGSTOP");
  }

  const ways: [string, (postmaster: number) => void][] = [
    ["was killed", (postmaster) => process.kill(postmaster, "SIGKILL")],
    ["is frozen", freeze],
  ];
  for (const [how, harm] of ways) {
    it(`starts its database again when it ${how}, under the same server`, async () => {
      usePrepared();
      const run = start();
      await run.printed(READY);
      const [server, database] = [await serverPid(run), postmasterPid()];
      harm(database);
      await run.printed("The database is back");
      await isReadyAgain();
      expect(await serverPid(run)).toBe(server);
      const second = postmasterPid();
      expect(second).not.toBe(database);
      expect(isAlive(database)).toBe(false);
      expect(await stop(run)).toBe(0);
      expect(isAlive(second)).toBe(false);
    });
  }

  it("replaces a frozen database that a killed launcher left behind", async () => {
    usePrepared();
    const first = start();
    await first.printed(READY);
    const database = postmasterPid();
    first.child.kill("SIGKILL");
    await first.exited;
    freeze(database);
    const second = start();
    await second.printed(READY);
    expect(isAlive(database)).toBe(false);
    expect(postmasterPid()).not.toBe(database);
    expect(await stop(second)).toBe(0);
  });

  it("ends with a reason when its database cannot be started again", async () => {
    usePrepared();
    const run = start();
    await run.printed(READY);
    const database = postmasterPid();
    const control = path.join(home, "var/postgres/global/pg_control");
    fs.renameSync(control, `${control}.away`);
    process.kill(database, "SIGKILL");
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain("The database ended unexpectedly and is started again.");
    expect(run.output()).toContain("The database did not start");
    expect(run.output()).toContain("postgres.log");
  });

  it("takes over the lock of a process that is gone", async () => {
    fs.mkdirSync(path.join(home, "var"));
    const gone = { pid: 2_000_000_000, identity: "", command: "npm start" };
    fs.writeFileSync(path.join(home, "var/launcher.lock"), JSON.stringify(gone));
    const run = start();
    await run.printed(READY);
    expect(JSON.parse(fs.readFileSync(path.join(home, "var/launcher.lock"), "utf8")).pid).toBe(run.child.pid);
    await stop(run);
    expect(fs.existsSync(path.join(home, "var/launcher.lock"))).toBe(false);
  });
});

describe("npm start, where it cannot", () => {
  it("names the port that is taken", async () => {
    const other = http.createServer((_request, response) => response.end("other"));
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    try {
      const run = start();
      expect(await run.exited).toBe(1);
      expect(run.output()).toContain(`Port ${port} is taken by another program`);
      expect(fs.existsSync(path.join(home, "var/postgres"))).toBe(false);
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });

  it("names the data folder that cannot be written", async () => {
    fs.writeFileSync(path.join(home, "file"), "");
    const run = start({ varDir: path.join(home, "file") });
    expect(await run.exited).toBe(1);
    expect(run.output()).toMatch(/data folder .*file cannot be used because a file is in its place/);
    expect(run.output()).toContain("VAR_DIR");
  });

  it("names the database that is down", async () => {
    const nowhere = await freePort();
    const run = start({ env: { DATABASE_URL: `postgresql://gum:secret-word@127.0.0.1:${nowhere}/gum` } });
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain(`The database at 127.0.0.1:${nowhere}/gum cannot be reached`);
    expect(run.output()).not.toContain("secret-word");
    expect(fs.existsSync(path.join(home, "var/launcher.lock"))).toBe(false);
  });

  it("names the registry that cannot be reached, and counts no half install", async () => {
    const root = path.join(home, "clone");
    fs.cpSync("bin", path.join(root, "bin"), { recursive: true });
    for (const name of ["package.json", "package-lock.json"]) fs.copyFileSync(name, path.join(root, name));
    const run = start({
      root,
      env: {
        npm_config_registry: `http://127.0.0.1:${await freePort()}`,
        npm_config_cache: path.join(home, "cache"),
        npm_config_fetch_retries: "0",
      },
    });
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain(
      "The packages could not be installed: the package registry cannot be reached",
    );
    expect(fs.existsSync(path.join(root, "node_modules/.package-lock.json"))).toBe(false);
    expect(fs.existsSync(path.join(home, "var/postgres"))).toBe(false);
  });

  it("names a PORT that is none", async () => {
    const run = start({ env: { PORT: "http" } });
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain('PORT is "http"');
  });
});

/** The server says which process it is in the answer's log; the system knows the launcher's children too. */
async function serverPid(run: LauncherRun): Promise<number> {
  const children = fs.readFileSync(`/proc/${run.child.pid}/task/${run.child.pid}/children`, "utf8");
  const pids = children.trim().split(" ").map(Number);
  const found = pids.find((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("next-server"));
  if (!found) throw new Error("The launcher has no server.");
  return found;
}

/** 0 while there is none. */
function realtimePid(run: LauncherRun): number {
  return childrenOf(run.child.pid!).find((pid) => commandLine(pid).includes("realtime.mjs")) ?? 0;
}

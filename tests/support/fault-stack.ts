import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { freePort, findPostgres, openPostgres } from "../../bin/launcher/postgres.mjs";
import { childrenOf, isAlive } from "../../bin/launcher/processes.mjs";
import { queryOf, type TestDatabase } from "./database";
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy";
import { type KillableStore, startKillableStore } from "./killable-store";
import { type LauncherRun, runLauncher } from "./launcher";
import { hasRedis, startRedis, type TestRedis } from "./redis";

const DISK = "220m";
const CRON_SECRET = "a-cron-secret-for-tests";
/** Of Debian's package libfaketime. */
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
export const canSetClock = () => fs.existsSync(FAKETIME);

/** A disk of its own, which can be filled. @returns whether that is allowed here */
function mountDisk(folder: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", folder]).status === 0;
}

/** Whether a folder can be a disk of its own. */
export function canMountDisk(): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-disk-"));
  const isMounted = mountDisk(folder);
  if (isMounted) spawnSync("umount", [folder]);
  fs.rmdirSync(folder);
  return isMounted;
}

/** The network between the server and what it needs. */
type Networks = { database: DatabaseProxy; redis: DatabaseProxy | null; store: DatabaseProxy };

/** What `npm start` starts, with an object store and a Redis, and clients behind a network of their own. */
export class FaultStack {
  launcher!: LauncherRun;
  redis: TestRedis | null = null;
  store!: KillableStore;
  /** Between clients and the server. */
  network!: DatabaseProxy;
  /** After `start({ isDistant: true })`. */
  networks: Networks | null = null;
  #hasDisk = false;
  #postgres: Awaited<ReturnType<typeof openPostgres>> | null = null;
  #port = 0;

  constructor(readonly home: string) {}

  get varDir(): string {
    return path.join(this.home, "var");
  }

  /** For clients. */
  get url(): string {
    return this.network.url.replace(/\/$/, "");
  }

  async open(): Promise<void> {
    fs.mkdirSync(this.varDir, { recursive: true });
    this.#hasDisk = mountDisk(this.varDir);
    this.store = await startKillableStore(path.join(this.home, "buckets"));
    this.redis = hasRedis ? await startRedis() : null;
    this.#port = await freePort();
    this.network = await startDatabaseProxy(`http://127.0.0.1:${this.#port}`);
    await this.start();
  }

  /**
   * @param clock whether `setClock` is to work
   * @param isDistant whether database, Redis and object store are to be behind `networks`. Then the database is not the launcher's.
   */
  async start({ clock = false, isDistant = false } = {}): Promise<void> {
    if (clock) this.#writeClock(0);
    if (isDistant) await this.#openNetworks();
    this.launcher = runLauncher({
      varDir: this.varDir,
      port: this.#port,
      env: {
        ...this.store.env,
        ...(this.redis && { REDIS_URL: this.redis.url }),
        RATE_LIMIT_SCALE: "1000",
        CRON_SECRET,
        ...(this.networks && this.#distantEnv(this.networks)),
        ...(clock && {
          LD_PRELOAD: FAKETIME,
          FAKETIME_TIMESTAMP_FILE: this.#clockFile,
          FAKETIME_CACHE_DURATION: "1",
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
          DONT_FAKE_MONOTONIC: "1",
        }),
      },
    });
    await this.launcher.printed("Gum is ready");
  }

  async #openNetworks(): Promise<void> {
    this.#postgres = await openPostgres({
      dir: this.#postgresDir,
      password: this.#databasePassword(),
      logFile: path.join(this.home, "postgres.log"),
    });
    this.networks = {
      database: await startDatabaseProxy(this.#postgres.url),
      redis: this.redis && (await startDatabaseProxy(this.redis.url)),
      store: await startDatabaseProxy(this.store.env.S3_ENDPOINT!),
    };
  }

  #distantEnv({ database, redis, store }: Networks): Record<string, string> {
    return { DATABASE_URL: database.url, S3_ENDPOINT: store.url, ...(redis && { REDIS_URL: redis.url }) };
  }

  async #closeNetworks(): Promise<void> {
    for (const network of Object.values(this.networks ?? {})) network?.close();
    this.networks = null;
    await this.#postgres?.stop();
    this.#postgres = null;
  }

  get #clockFile(): string {
    return path.join(this.home, "clock");
  }

  /** Resolves when the server has it. */
  async setClock(seconds: number): Promise<void> {
    this.#writeClock(seconds);
    const offset = async () => {
      const answer = await fetch(`${this.url}/api/health`);
      await answer.arrayBuffer();
      return Math.round((Date.parse(answer.headers.get("date")!) - Date.now()) / 1_000 - seconds);
    };
    await expect.poll(async () => Math.abs(await offset())).toBeLessThan(60);
  }

  #writeClock(seconds: number): void {
    fs.writeFileSync(this.#clockFile, `${seconds < 0 ? "" : "+"}${seconds}`, { mode: 0o644 });
  }

  /** Ends the launcher with everything below it. */
  async stop(): Promise<void> {
    if (!this.hasEnded) {
      this.launcher.child.kill("SIGTERM");
      await this.launcher.exited;
    }
    await this.#closeNetworks();
  }

  async restart(how?: Parameters<FaultStack["start"]>[0]): Promise<void> {
    await this.stop();
    await this.start(how);
  }

  get hasEnded(): boolean {
    return this.launcher.child.exitCode !== null || this.launcher.child.signalCode !== null;
  }

  serverPid(): number {
    const pid = childrenOf(this.launcher.child.pid!).find((each) =>
      fs.readFileSync(`/proc/${each}/cmdline`, "utf8").startsWith("next-server"),
    );
    if (!pid) throw new Error("The launcher has no server.");
    return pid;
  }

  get #postgresDir(): string {
    return path.join(this.varDir, "postgres");
  }

  /** The database's processes, the postmaster first. */
  databasePids(): number[] {
    const file = fs.readFileSync(path.join(this.#postgresDir, "postmaster.pid"), "utf8");
    const postmaster = Number(file.split("\n")[0]);
    return [postmaster, ...childrenOf(postmaster)].filter(isAlive);
  }

  #databasePassword(): string {
    const secrets = fs.readFileSync(path.join(this.varDir, "secrets.json"), "utf8");
    return (JSON.parse(secrets) as { databasePassword: string }).databasePassword;
  }

  async database(): Promise<TestDatabase["query"]> {
    const url = await findPostgres({ dir: this.#postgresDir, password: this.#databasePassword() });
    if (!url) throw new Error("The database does not run.");
    return queryOf(url);
  }

  /** What `/api/ready` says; null if nobody answers. */
  async readiness(): Promise<{ status: number; causes: string[] } | null> {
    const answer = await fetch(`${this.url}/api/ready`).catch(() => null);
    if (!answer) return null;
    const { causes = [] } = (await answer.json()) as { causes?: string[] };
    return { status: answer.status, causes };
  }

  /** How many counters differ from what they count. */
  async driftedCounters(): Promise<number> {
    const answer = await fetch(`${this.url}/api/cron/counters`, {
      headers: { authorization: `Bearer ${CRON_SECRET}` },
    });
    return ((await answer.json()) as { done: number }).done;
  }

  get #filler(): string {
    return path.join(this.varDir, "filler");
  }

  /** Leaves no byte on the disk. */
  fillDisk(): void {
    const file = fs.openSync(this.#filler, "w");
    const piece = Buffer.alloc(64 * 1024);
    try {
      for (;;) fs.writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      fs.closeSync(file);
    }
  }

  freeDisk(): void {
    fs.rmSync(this.#filler, { force: true });
  }

  async close(): Promise<void> {
    if (this.#hasDisk) this.freeDisk();
    await this.stop();
    await this.redis?.stop();
    await this.store.stop();
    this.network.close();
    if (this.#hasDisk) spawnSync("umount", [this.varDir]);
    fs.rmSync(this.home, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { Redis } from "ioredis";
import { vi } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { TEST_DIR } from "./postgres";

const NAME = "gum";
const QUORUM = 2;
/** How long a server must be silent until the Sentinels replace it. */
const DOWN_MS = 2_000;
const STATE = { timeout: 60_000, interval: 100 };

const PASSWORD = "of-the-servers";
const SENTINEL_PASSWORD = "of-the-sentinels";

/** A master with a replica, watched by three Sentinels, all with passwords, on loopback. */
export class RedisSentinels {
  readonly #dir = fs.mkdtempSync(path.join(ensured(TEST_DIR), "sentinels-"));
  readonly #servers = new Map<number, ChildProcess>();
  readonly #sentinels = new Map<number, ChildProcess>();
  readonly #clients = new Map<number, Redis>();

  static async start(): Promise<RedisSentinels> {
    const started = new RedisSentinels();
    try {
      const master = await freePort();
      started.startServer(master);
      await started.#answers(master);
      const replica = await freePort();
      started.startServer(replica, master);
      await started.#answers(replica);
      for (let n = 0; n < 3; n++) await started.#startSentinel(master);
      await started.untilComplete();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  get env(): Record<string, string> {
    return {
      REDIS_SENTINELS: [...this.#sentinels.keys()].map((port) => `127.0.0.1:${port}`).join(","),
      REDIS_SENTINEL_NAME: NAME,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
      REDIS_PASSWORD: PASSWORD,
    };
  }

  /** Also starts one again that was killed: the Sentinels then make it a replica. */
  startServer(port: number, masterPort?: number): void {
    const settings = {
      ...{ port, bind: "127.0.0.1", dir: this.#dir, save: '""', appendonly: "no", dbfilename: `${port}.rdb` },
      ...{ requirepass: PASSWORD, masterauth: PASSWORD, "repl-diskless-sync-delay": 0 },
      ...(masterPort && { replicaof: `127.0.0.1 ${masterPort}` }),
    };
    this.#servers.set(port, this.#spawn(port, settings));
  }

  async #startSentinel(masterPort: number): Promise<void> {
    const port = await freePort();
    const settings = {
      ...{ port, bind: "127.0.0.1", dir: this.#dir, requirepass: SENTINEL_PASSWORD },
      "sentinel sentinel-pass": SENTINEL_PASSWORD,
      [`sentinel monitor ${NAME}`]: `127.0.0.1 ${masterPort} ${QUORUM}`,
      [`sentinel auth-pass ${NAME}`]: PASSWORD,
      [`sentinel down-after-milliseconds ${NAME}`]: DOWN_MS,
      [`sentinel failover-timeout ${NAME}`]: 5_000,
    };
    this.#sentinels.set(port, this.#spawn(port, settings, "--sentinel"));
    await this.#answers(port);
    // Sentinels learn of each other and of replicas from these; by default every two and ten seconds.
    await this.#client(port).call("SENTINEL", "DEBUG", "INFO-PERIOD", "1000", "PUBLISH-PERIOD", "500");
  }

  #spawn(port: number, settings: Record<string, string | number>, ...flags: string[]): ChildProcess {
    const file = path.join(this.#dir, `${port}.conf`);
    fs.writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key} ${value}\n`)
        .join(""),
    );
    return spawn("redis-server", [file, ...flags], { stdio: "ignore" });
  }

  #client(port: number): Redis {
    const known = this.#clients.get(port);
    if (known) return known;
    const password = this.#sentinels.has(port) ? SENTINEL_PASSWORD : PASSWORD;
    const client = new Redis({ port, password, retryStrategy: () => 100, maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    this.#clients.set(port, client);
    return client;
  }

  async #answers(port: number): Promise<void> {
    await this.#client(port).ping();
  }

  /** The master as the Sentinels know it, once they agree. */
  async master(): Promise<number> {
    const ports = await Promise.all(
      [...this.#sentinels.keys()].map(async (port) => {
        const answer = await this.#client(port).call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME);
        return Number((answer as [string, string])[1]);
      }),
    );
    if (new Set(ports).size !== 1) throw new Error(`The Sentinels do not agree: ${ports.join(", ")}.`);
    return ports[0]!;
  }

  /** Resolves once each Sentinel knows the others, and a replica that has the master's data. */
  async untilComplete(): Promise<void> {
    await vi.waitFor(async () => {
      const master = await this.master();
      for (const port of this.#sentinels.keys()) {
        const about = fields(await this.#client(port).call("SENTINEL", "MASTER", NAME));
        if (about.flags !== "master" || about["num-other-sentinels"] !== "2" || about["num-slaves"] !== "1")
          throw new Error(`A Sentinel does not know all: ${JSON.stringify(about)}`);
        const [replica] = (await this.#client(port).call("SENTINEL", "REPLICAS", NAME)) as unknown[];
        const { flags, "master-link-status": link } = fields(replica);
        if (flags !== "slave" || link !== "ok")
          throw new Error(`The replica is not ready: ${flags}, ${link}`);
      }
      const info = await this.#client(master).info("replication");
      if (!/slave0:.*state=online/.test(info)) throw new Error(`No replica follows the master: ${info}`);
    }, STATE);
  }

  /** Resolves to the new master, once the Sentinels agree that it is not `former`. */
  async untilReplaced(former: number): Promise<number> {
    return vi.waitFor(async () => {
      const port = await this.master();
      if (port === former) throw new Error("The Sentinels have not replaced the master.");
      return port;
    }, STATE);
  }

  async kill(port: number): Promise<void> {
    await end(this.#servers.get(port)!);
    this.#servers.delete(port);
  }

  /** It keeps its connections and answers nothing. */
  freeze = (port: number) => void this.#servers.get(port)!.kill("SIGSTOP");
  thaw = (port: number) => void this.#servers.get(port)!.kill("SIGCONT");

  /** The sum of the counters of a limit in that server. */
  async counted(port: number, limit: string): Promise<number> {
    const client = this.#client(port);
    const keys = await client.keys(`gum:${limit}:*`);
    const values = await Promise.all(keys.map((key) => client.get(key)));
    return values.reduce((sum, value) => sum + Number(value), 0);
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.values()) client.disconnect();
    await Promise.all([...this.#sentinels.values(), ...this.#servers.values()].map(end));
    fs.rmSync(this.#dir, { recursive: true, force: true });
  }
}

export function ensured(dir: string): string {
  fs.mkdirSync(dir, { recursive: true });
  return dir;
}

/** `[key, value, key, value]` as Sentinel answers, or what RESP3 makes of it. */
function fields(answer: unknown): Record<string, string> {
  if (!Array.isArray(answer)) return answer as Record<string, string>;
  const flat = answer as string[];
  return Object.fromEntries(flat.flatMap((key, at) => (at % 2 === 0 ? [[key, flat[at + 1]!]] : [])));
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

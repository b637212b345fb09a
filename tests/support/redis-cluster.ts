import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Redis } from "ioredis";
import { vi } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { TEST_DIR } from "./postgres";
import { end, ensured } from "./redis-sentinels";

/** How long a server must be silent until its replica takes its place. */
const DOWN_MS = 2_000;
const STATE = { timeout: 60_000, interval: 100 };
const PASSWORD = "of-the-servers";
const MASTERS = 3;
const SLOTS = 16_384;
/** The key of the live events: their master is the one that is replaced. */
const EVENTS_KEY = "gum:live";

type Member = { id: string; port: number; isMaster: boolean; isFailing: boolean; isLinked: boolean };

/** Three masters with a replica each, with a password, on loopback. */
export class RedisCluster {
  readonly #dir = fs.mkdtempSync(path.join(ensured(TEST_DIR), "cluster-"));
  /** By the port for clients; the other one is for the servers among each other. */
  readonly #busPorts = new Map<number, number>();
  readonly #servers = new Map<number, ChildProcess>();
  readonly #clients = new Map<number, Redis>();

  static async start(): Promise<RedisCluster> {
    const started = new RedisCluster();
    try {
      for (let n = 0; n < 2 * MASTERS; n++) {
        const port = await freePort();
        started.#busPorts.set(port, await freePort());
        started.startServer(port);
        await started.#client(port).ping();
      }
      await started.#form();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  get env(): Record<string, string> {
    return {
      REDIS_CLUSTER: this.#ports.map((port) => `127.0.0.1:${port}`).join(","),
      REDIS_PASSWORD: PASSWORD,
    };
  }

  get #ports(): number[] {
    return [...this.#busPorts.keys()];
  }

  /** Also starts one again that was killed: it then follows the master that took its place. */
  startServer(port: number): void {
    const settings = {
      ...{ port, bind: "127.0.0.1", dir: this.#dir, save: '""', appendonly: "no", dbfilename: `${port}.rdb` },
      ...{ requirepass: PASSWORD, masterauth: PASSWORD, "repl-diskless-sync-delay": 0 },
      ...{ "cluster-enabled": "yes", "cluster-config-file": `${port}.nodes` },
      ...{ "cluster-port": this.#busPorts.get(port)!, "cluster-node-timeout": DOWN_MS },
    };
    const file = path.join(this.#dir, `${port}.conf`);
    fs.writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key} ${value}\n`)
        .join(""),
    );
    this.#servers.set(port, spawn("redis-server", [file], { stdio: "ignore" }));
  }

  async #form(): Promise<void> {
    const ports = this.#ports;
    const [first, ...others] = ports;
    const masters = ports.slice(0, MASTERS);
    for (const [n, port] of masters.entries()) {
      const [from, to] = [n, n + 1].map((of) => Math.floor((of * SLOTS) / MASTERS));
      await this.#client(port).call("CLUSTER", "ADDSLOTSRANGE", from!, to! - 1);
      await this.#client(port).call("CLUSTER", "SET-CONFIG-EPOCH", n + 1);
    }
    for (const port of others)
      await this.#client(first!).call("CLUSTER", "MEET", "127.0.0.1", port, this.#busPorts.get(port)!);
    for (const [n, port] of ports.slice(MASTERS).entries()) {
      const id = String(await this.#client(masters[n]!).call("CLUSTER", "MYID"));
      // Until it knows that master.
      await vi.waitFor(() => this.#client(port).call("CLUSTER", "REPLICATE", id), STATE);
    }
    await this.untilComplete();
  }

  #client(port: number): Redis {
    const known = this.#clients.get(port);
    if (known) return known;
    const client = new Redis({
      ...{ port, password: PASSWORD, retryStrategy: () => 100, maxRetriesPerRequest: null },
    });
    client.on("error", () => undefined);
    this.#clients.set(port, client);
    return client;
  }

  /** The members as a server knows them. */
  async #members(port: number): Promise<Member[]> {
    const text = String(await this.#client(port).call("CLUSTER", "NODES"));
    return text
      .trim()
      .split("\n")
      .map((line) => {
        const [id, address, flags = "", , , , , link] = line.split(" ");
        return {
          id: id!,
          port: Number(/:(\d+)@/.exec(address!)?.[1]),
          isMaster: flags.includes("master"),
          isFailing: flags.includes("fail"),
          isLinked: link === "connected",
        };
      });
  }

  /** Those that run and answer. */
  #running = (): number[] => [...this.#servers.keys()].filter((port) => !this.#frozen.has(port));
  readonly #frozen = new Set<number>();

  /** The master of the live events, once all agree on it. */
  async master(): Promise<number> {
    const found = await Promise.all(this.#running().map((port) => this.#masterOf(port)));
    if (new Set(found).size !== 1) throw new Error(`The servers do not agree: ${found.join(", ")}.`);
    return found[0]!;
  }

  async #masterOf(port: number): Promise<number> {
    const slot = Number(await this.#client(port).call("CLUSTER", "KEYSLOT", EVENTS_KEY));
    const ranges = (await this.#client(port).call("CLUSTER", "SLOTS")) as [
      number,
      number,
      [string, number],
    ][];
    const range = ranges.find(([from, to]) => from <= slot && slot <= to);
    if (!range) throw new Error("Nobody has the slot of the live events.");
    return range[2][1];
  }

  /** Resolves once every server is linked to every other one, and each master has a replica with its data. */
  async untilComplete(): Promise<void> {
    await vi.waitFor(async () => {
      for (const port of this.#ports) {
        const members = await this.#members(port);
        const isWhole = members.every(({ isFailing, isLinked }) => !isFailing && isLinked);
        const masters = members.filter(({ isMaster }) => isMaster);
        if (members.length !== 2 * MASTERS || masters.length !== MASTERS || !isWhole)
          throw new Error(`A server does not know all: ${JSON.stringify(members)}`);
        const state = String(await this.#client(port).call("CLUSTER", "INFO"));
        if (!state.includes("cluster_state:ok")) throw new Error(state);
      }
      for (const { port } of (await this.#members(this.#ports[0]!)).filter(({ isMaster }) => isMaster)) {
        const info = await this.#client(port).info("replication");
        if (!/slave0:.*state=online/.test(info)) throw new Error(`No replica follows the master: ${info}`);
      }
    }, STATE);
  }

  /** Resolves to the new master, once all agree that it is not `former`. */
  async untilReplaced(former: number): Promise<number> {
    return vi.waitFor(async () => {
      const port = await this.master();
      if (port === former) throw new Error("The replica has not taken the master's place.");
      return port;
    }, STATE);
  }

  async kill(port: number): Promise<void> {
    await end(this.#servers.get(port)!);
    this.#servers.delete(port);
  }

  /** It keeps its connections and answers nothing. */
  freeze = (port: number): void => {
    this.#frozen.add(port);
    this.#servers.get(port)!.kill("SIGSTOP");
  };
  thaw = (port: number): void => {
    this.#servers.get(port)!.kill("SIGCONT");
    this.#frozen.delete(port);
  };

  /** The sum of the counters of a limit in all masters. */
  async counted(master: number, limit: string): Promise<number> {
    const masters = (await this.#members(master)).filter(({ isMaster, isFailing }) => isMaster && !isFailing);
    const counts = masters.map(async ({ port }) => {
      const client = this.#client(port);
      const keys = await client.keys(`gum:${limit}:*`);
      return Promise.all(keys.map((key) => client.get(key)));
    });
    return (await Promise.all(counts)).flat().reduce((sum, value) => sum + Number(value), 0);
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.values()) client.disconnect();
    await Promise.all([...this.#servers.values()].map(end));
    fs.rmSync(this.#dir, { recursive: true, force: true });
  }
}

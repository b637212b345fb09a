import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installDebian } from "../support/debian.mjs";
import { canMountDisk, canSetClock, FaultStack } from "../support/fault-stack";
import { notHere } from "../support/not-here";
import { TEST_DIR } from "../support/postgres";
import { hasRedis } from "../support/redis";
import { Writers } from "../support/writers";

/**
 * What `npm start` runs, while people write: processes that die or stand still, a slow network, a full disk, a clock that jumps.
 * Nothing acknowledged may be lost, nothing may be there by half, counters equal rows. `npm run test:faults` runs a round for each fault,
 * and writes how long each took until a write was acknowledged again to var/test/faults.md. Which fault comes first follows the day, so
 * that a few rounds a day reach all of them; FAULT_START repeats those of a title.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 2);
/** So much is acknowledged before each fault, and after it. */
const ENOUGH = 30;
const WAIT_MS = 180_000;
/** How long something stands still or is away. */
const AWAY_MS = 3_000;
const HOUR_S = 3_600;

/** What is there no more for some seconds. */
const away = (leave: () => unknown, comeBack: () => unknown) => async (): Promise<void> => {
  await leave();
  await setTimeout(AWAY_MS);
  await comeBack();
};

const stack = new FaultStack(path.join(TEST_DIR, `faults-${process.pid}`));
const table: string[] = [];

/** What a fault needs of this machine. */
type Need = { isHere: boolean; why: string };

type Fault = {
  name: string;
  needs?: Need | undefined;
  /** Before people come. */
  prepare?: () => Promise<void>;
  /** Resolves when the cause is over; what recovers by itself does so afterwards. */
  strike: (writers: Writers) => Promise<unknown>;
  /** When a request began that was acknowledged and needs what was away; a write, unless it says otherwise. */
  back?: ((writers: Writers) => number) | undefined;
  /** When everything was checked. */
  tidy?: () => Promise<void>;
};

const NOTHING_SAVED = {
  code: "storage_full",
  message: "The server has no space left. Nothing was saved.",
};
const isFull = (readiness: Awaited<ReturnType<FaultStack["readiness"]>>) =>
  readiness?.status === 503 && readiness.causes.includes("database_full");

const kill = (pid: number, signal: NodeJS.Signals = "SIGKILL") => process.kill(pid, signal);

async function pause(...pids: number[]): Promise<void> {
  for (const pid of pids) kill(pid, "SIGSTOP");
  await setTimeout(AWAY_MS);
  for (const pid of pids) kill(pid, "SIGCONT");
}

if (!canSetClock()) await installDebian(["libfaketime"], path.join(TEST_DIR, "log/libfaketime.log"));
const CLOCK: Need = { isHere: canSetClock(), why: "libfaketime is not installed and could not be" };
const DISK: Need = { isHere: canMountDisk(), why: "only root can mount a disk to fill" };
const REDIS: Need = { isHere: hasRedis, why: "redis-server is not installed" };

const written = (writers: Writers) => writers.newest;
const uploaded = (writers: Writers) => writers.newestUpload;

/** People are served over a slow network between the server and what it needs, which then breaks in the middle of their requests. */
function distant(to: {
  of: keyof NonNullable<FaultStack["networks"]>;
  name: string;
  laterMs: number;
  needs?: Need;
  back?: Fault["back"];
}): Fault {
  return {
    name: `network to ${to.name}: ${to.laterMs} ms later, then cut`,
    needs: to.needs,
    back: to.back,
    prepare: () => stack.restart({ isDistant: true }),
    strike: async (writers) => {
      const network = stack.networks![to.of]!;
      network.slow(to.laterMs);
      const slowSince = performance.now();
      const enough = writers.acknowledged + ENOUGH;
      await expect.poll(() => (to.back ?? written)(writers), { timeout: WAIT_MS }).toBeGreaterThan(slowSince);
      await expect.poll(() => writers.acknowledged, { timeout: WAIT_MS }).toBeGreaterThan(enough);
      network.cut();
      network.slow(0);
      network.mend();
    },
    tidy: () => stack.restart(),
  };
}

const FAULTS: Fault[] = [
  { name: "server, kill -9", strike: () => Promise.resolve(kill(stack.serverPid())) },
  { name: "database, kill -9", strike: () => Promise.resolve(kill(stack.databasePids()[0]!)) },
  {
    name: "launcher, kill -9, started again",
    strike: async () => {
      kill(stack.launcher.child.pid!);
      await stack.launcher.exited;
      await stack.start();
    },
  },
  {
    name: "launcher and database, kill -9, started again",
    strike: async () => {
      kill(stack.launcher.child.pid!);
      kill(stack.databasePids()[0]!);
      await stack.launcher.exited;
      await stack.start();
    },
  },
  {
    name: "one process of the database, kill -9",
    strike: () => Promise.resolve(kill(stack.databasePids().at(-1)!)),
  },
  { name: "server stands still for 3 s", strike: () => pause(stack.serverPid()) },
  { name: "launcher stands still for 3 s", strike: () => pause(stack.launcher.child.pid!) },
  { name: "database stands still for 3 s", strike: () => pause(...stack.databasePids()) },
  {
    name: "server stands still for good",
    strike: () => Promise.resolve(kill(stack.serverPid(), "SIGSTOP")),
  },
  {
    name: "database stands still for good",
    strike: () => Promise.resolve(stack.databasePids().forEach((pid) => kill(pid, "SIGSTOP"))),
  },
  {
    name: "Redis, kill -9, away for 3 s",
    needs: REDIS,
    strike: away(
      () => stack.redis!.stop(),
      () => stack.redis!.start(),
    ),
  },
  {
    name: "Redis stands still for 3 s",
    needs: REDIS,
    strike: away(
      () => stack.redis!.freeze(),
      () => stack.redis!.thaw(),
    ),
  },
  ...[
    {
      name: "object store fails for 3 s",
      strike: away(
        () => stack.store.toggleFailing(),
        () => stack.store.toggleFailing(),
      ),
    },
    {
      name: "object store stands still for 3 s",
      strike: away(
        () => stack.store.freeze(),
        () => stack.store.thaw(),
      ),
    },
    {
      name: "object store, kill -9, away for 3 s",
      strike: away(
        () => stack.store.stop(),
        () => stack.store.start(),
      ),
    },
  ].map((fault) => ({ ...fault, back: uploaded })),
  distant({ of: "database", name: "the database", laterMs: 100 }),
  distant({ of: "redis", name: "Redis", laterMs: 300, needs: REDIS }),
  distant({ of: "store", name: "the object store", laterMs: 300, back: uploaded }),
  {
    name: "network: 300 ms later, then cut",
    strike: async () => {
      stack.network.slow(300);
      await setTimeout(AWAY_MS);
      stack.network.cut();
      stack.network.slow(0);
      stack.network.mend();
    },
  },
  {
    name: "network stands still for 3 s, then cut",
    strike: async () => {
      stack.network.freeze();
      await setTimeout(AWAY_MS);
      stack.network.cut();
      stack.network.thaw();
      stack.network.mend();
    },
  },
  {
    name: "disk full",
    needs: DISK,
    strike: async (writers) => {
      const refused = writers.refused;
      stack.fillDisk();
      await expect
        .poll(() => writers.refused > refused + ENOUGH || stack.hasEnded, { timeout: WAIT_MS })
        .toBe(true);
      // The database ends where its log no longer fits. Then nobody is there to say so.
      if (!stack.hasEnded) {
        await expect.poll(() => writers.full ?? stack.hasEnded, { timeout: WAIT_MS }).toBeTruthy();
        if (writers.full) expect(writers.full.body).toMatchObject(NOTHING_SAVED);
        await expect.poll(async () => isFull(await stack.readiness()) || stack.hasEnded).toBe(true);
      }
      await setTimeout(AWAY_MS);
      stack.freeDisk();
      if (stack.hasEnded) await stack.start();
      await expect.poll(() => stack.readiness(), { timeout: WAIT_MS }).toEqual({ status: 200, causes: [] });
    },
  },
  ...[HOUR_S, -HOUR_S].map((seconds) => ({
    name: `clock jumps by ${seconds / HOUR_S} h and back`,
    needs: CLOCK,
    // The server's clock alone: under libfaketime PostgreSQL by itself ends busy sessions as idle, seconds after a jump back.
    prepare: () => stack.restart({ clock: true, isDistant: true }),
    strike: async (writers: Writers) => {
      await stack.setClock(seconds);
      // Those who came before a jump forward have to sign in again; who comes now must be served.
      const now = await Writers.join({ url: stack.url, database: { query: await stack.database() } }, 2);
      now.begin();
      await expect.poll(() => now.acknowledged, { timeout: WAIT_MS }).toBeGreaterThan(ENOUGH);
      await now.stop();
      await now.verify(await stack.database());
      await stack.setClock(0);
      writers.forgive(401);
    },
    tidy: () => stack.restart(),
  })),
];

beforeAll(() => stack.open());
afterAll(async () => {
  await stack.close();
  if (table.length === 0) return;
  const head = [
    "| round | fault | acknowledged | refused | written again after |",
    "| ---: | --- | ---: | ---: | ---: |",
  ];
  fs.writeFileSync(path.join(TEST_DIR, "faults.md"), `${[...head, ...table].join("\n")}\n`);
});

const DAY_MS = 86_400_000;

/** By the day of the year: the next day goes on where this one ends. */
function startOfToday(): number {
  const now = new Date();
  const day = Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0)) / DAY_MS);
  return day * ROUNDS;
}

const START = Number(process.env.FAULT_START ?? startOfToday());

for (let round = 1; round <= ROUNDS; round++) {
  const at = (START + round - 1) % FAULTS.length;
  const fault = FAULTS[at]!;
  const { isHere, why } = fault.needs ?? { isHere: true, why: "" };
  const title = `nothing acknowledged is lost: ${fault.name}, round ${round}, FAULT_START=${at}`;
  it.skipIf(!isHere)(notHere(title, isHere, why), () => run(fault, round), 900_000);
}

async function run({ name, prepare, strike, back = written, tidy }: Fault, round: number): Promise<void> {
  await prepare?.();
  const writers = await Writers.join({ url: stack.url, database: { query: await stack.database() } });
  writers.begin();
  await expect.poll(() => writers.acknowledged, { timeout: WAIT_MS }).toBeGreaterThan(ENOUGH);

  await strike(writers);
  const over = performance.now();
  await expect
    .poll(() => back(writers), { interval: 5, timeout: WAIT_MS, message: stack.launcher.output() })
    .toBeGreaterThan(over);
  const seconds = (performance.now() - over) / 1_000;
  const after = writers.acknowledged;
  await expect.poll(() => writers.acknowledged, { timeout: WAIT_MS }).toBeGreaterThan(after + ENOUGH);

  await writers.stop();
  await writers.verify(await stack.database());
  expect(await stack.driftedCounters()).toBe(0);
  table.push(
    `| ${round} | ${name} | ${writers.acknowledged} | ${writers.refused} | ${seconds.toFixed(1)} s |`,
  );
  await tidy?.();
}

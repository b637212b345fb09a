import { spawnSync } from "node:child_process";
import { type Killable, startKillable } from "./killable";

/** True where this machine has a Redis to start; an instance needs one only for several processes. */
export const hasRedis = spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

export type TestRedis = Killable & { url: string };

/** A Redis of one's own on loopback, in memory alone. */
export async function startRedis(): Promise<TestRedis> {
  const server = await startKillable((port) => [
    "redis-server",
    ...["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
  ]);
  return { ...server, url: `redis://127.0.0.1:${server.port}` };
}

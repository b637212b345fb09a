import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { freePort } from "../../bin/launcher/postgres.mjs";

/** True where this machine has a Redis to start; an instance needs one only for several processes. */
export const hasRedis = spawnSync("redis-server", ["--version"], { stdio: "ignore" }).status === 0;

export type TestRedis = {
  url: string;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** It keeps its connections and answers nothing. */
  freeze: () => void;
  thaw: () => void;
};

/** A Redis of one's own on loopback, in memory alone. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const start = async () => {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    child = spawn("redis-server", args, { stdio: "ignore" });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error("Redis ended at its start.");
    }
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    stop: async () => {
      if (!child || child.exitCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Whether somebody listens there. */
async function accepts(port: number): Promise<boolean> {
  const socket = createConnection(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => setTimeout(() => resolve(false), 20));
    socket.once("connect", () => socket.destroy());
  });
}

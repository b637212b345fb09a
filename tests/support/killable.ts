import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { freePort } from "../../bin/launcher/postgres.mjs";

/** A server in a process of its own, which can end at any time and come back on the same port. */
export type Killable = {
  port: number;
  start: () => Promise<void>;
  /** kill -9 */
  stop: () => Promise<void>;
  /** It keeps its connections and answers nothing. */
  freeze: () => void;
  thaw: () => void;
  signal: (signal: NodeJS.Signals) => void;
};

/** Starts it, and waits until it listens. @param command what to run for a port on loopback */
export async function startKillable(
  command: (port: number) => readonly [string, ...string[]],
): Promise<Killable> {
  const port = await freePort();
  const [program, ...args] = command(port);
  let child: ChildProcess | null = null;
  const signal = (name: NodeJS.Signals) => void child?.kill(name);
  const start = async () => {
    child = spawn(program, args, { stdio: "ignore" });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended at its start.`);
    }
  };
  await start();
  return {
    port,
    start,
    signal,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      signal("SIGKILL");
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

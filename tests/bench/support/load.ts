import http from "node:http";
import { cpuMsOf } from "./cpu";
import { median } from "./report";

export type Call = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Target = {
  name: string;
  /** http://localhost:port */
  url: string;
  /** Whose processor time counts: the server, and its database. */
  pids: readonly number[];
  /** The request with this number; each number is asked for once. */
  call: (number: number) => Call;
};

const AT_ONCE = 4;

/** Sends one request and gives its answer. No compression: the bare servers have none. */
export function send(url: string, agent: http.Agent, { path, method = "GET", headers, body }: Call) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request(
      new URL(path, url),
      { method, agent, headers: { ...headers, ...(body && { "content-length": Buffer.byteLength(body) }) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

type Measured = { name: string; cpuMs: number };

/**
 * Processor time a request, in milliseconds, of each target. They take turns, so that other work on the machine slows all of
 * them alike; the first round warms them up, and of the others the median counts.
 */
export async function compare(
  targets: readonly Target[],
  { rounds, perRound }: { rounds: number; perRound: number },
): Promise<Measured[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const asked = new Map(targets.map(({ name }) => [name, 0]));
  const results = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  const burst = async (target: Target, count: number) => {
    const first = asked.get(target.name)!;
    asked.set(target.name, first + count);
    let next = first;
    const worker = async () => {
      while (next < first + count) {
        const { status, text } = await send(target.url, agent, target.call(next++));
        if (status < 200 || status > 299) throw new Error(`${target.name}: ${status} ${text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  try {
    for (const target of targets) await burst(target, perRound);
    for (let round = 0; round < rounds; round++) {
      for (const target of targets) {
        const before = cpuMsOf(target.pids);
        await burst(target, perRound);
        results.get(target.name)!.push((cpuMsOf(target.pids) - before) / perRound);
      }
    }
  } finally {
    agent.destroy();
  }
  return targets.map(({ name }) => ({ name, cpuMs: median(results.get(name)!) }));
}

import { once } from "node:events";
import { Agent, type IncomingMessage, get } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { ApiClient, signUpOnboarded } from "../support/api";
import { startRoundRobin } from "../support/round-robin";
import { type TestServer, startServer } from "../support/server";

/** Two processes behind a balancer are restarted, one after the other, while people use them. */

const CLIENTS = 6;
const CHECK_MS = 200;
/** Ample for the checks and a few requests where the clients keep the machine busy. */
const DRAIN_SECONDS = "15";

let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
let servers: TestServer[];
let mika: ApiClient;
let kept: Agent | undefined;

beforeAll(async () => {
  const port = await freePort();
  proxy = await startRoundRobin(port, CHECK_MS);
  const env = { APP_URL: `http://localhost:${port}`, TRUST_PROXY: "1", DRAIN_SECONDS };
  const first = await startServer({ env });
  servers = [
    first,
    await startServer({ env: { ...env, DATABASE_URL: first.database.url, VAR_DIR: first.varDir } }),
  ];
  proxy.targets.push(...servers.map((server) => server.port));
  const { accessToken } = await signUpOnboarded({ ...first, url: `http://localhost:${port}` });
  mika = new ApiClient(`http://localhost:${port}`, accessToken);
});
afterAll(async () => {
  kept?.destroy();
  proxy?.stop();
  for (const server of servers?.reverse() ?? []) await server.dispose();
});

it("refuses nobody, loses nothing, and says that it drains while it still serves", async () => {
  const statuses = new Map<number | string, number>();
  const made: string[] = [];
  let isOver = false;
  const client = async (_: unknown, number: number) => {
    for (let n = 0; !isOver; n++) {
      const reads = n % 2 === 0;
      const answer = await (
        reads
          ? mika.call("GET", "/v1/timeline?feed=all")
          : mika.call<{ id: string }>("POST", "/v1/posts", { kind: "text", body: `${number} ${n}` })
      ).catch((error: Error) => ({ status: error.message, body: undefined }));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 201) made.push((answer.body as { id: string }).id);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  for (const server of servers) {
    const idle = (kept = new Agent({ keepAlive: true }));
    await statusVia(idle, server.url);
    const stopped = server.stop();
    await expect
      .poll(async () => {
        const answer = await fetch(`${server.url}/api/ready`);
        return [answer.status, ((await answer.json()) as { draining: boolean }).draining];
      })
      .toEqual([503, true]);
    expect((await new ApiClient(server.url, mika.accessToken).call("GET", "/v2/users/me")).status).toBe(200);
    // A connection that was idle meanwhile is not closed: a request may be on its way on it.
    expect(await statusVia(idle, server.url)).toEqual([200, "reused"]);
    idle.destroy();
    await stopped;
    await server.start();
    await expect.poll(async () => (await fetch(`${server.url}/api/ready`)).status).toBe(200);
  }
  isOver = true;
  await Promise.all(clients);
  expect([...statuses.keys()].sort()).toEqual([200, 201]);
  const rows = await servers[0]!.database.query<{ id: string }>("SELECT id FROM posts");
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(made));
});

/** The status of a request, and on which connection of the agent it went. */
async function statusVia(agent: Agent, url: string): Promise<[number | undefined, "new" | "reused"]> {
  const request = get(`${url}/api/health`, { agent });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return [response.statusCode, request.reusedSocket ? "reused" : "new"];
}

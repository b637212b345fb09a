import http from "node:http";
import { WebSocketServer } from "ws";
import { broadcastsOver, targetOf } from "./broadcast.mjs";
import { Budget } from "./budget.mjs";
import { instanceAt } from "./instance.mjs";
import { LIMITS } from "./limits.mjs";
import { RealtimeMetrics, statusFor } from "./metrics.mjs";
import { CODECS } from "./phoenix.mjs";
import { Rooms } from "./rooms.mjs";
import { Socket } from "./socket.mjs";

/**
 * @param {{ gumUrl: string, host: string, port: number, metricsToken?: string }} options
 * @returns {Promise<{ port: number, stop: () => Promise<void> }>}
 */
export async function startRealtime({ gumUrl, host, port, metricsToken }) {
  const metrics = new RealtimeMetrics(Boolean(metricsToken));
  const instance = metrics.over(instanceAt(gumUrl));
  const rooms = new Rooms();
  const people = new Map();
  /** Budgets of people who have no socket, and broadcast by requests. */
  const budgets = new Map();
  /** Sockets without a valid token, oldest first. */
  const strangers = new Set();
  let lastId = 0;
  let publicKey;

  const keyOf = async () => (publicKey ??= await instance.publicKey());

  function budgetOf(personId) {
    const known = people.get(personId)?.budget ?? budgets.get(personId);
    if (known) return known;
    for (const [id, budget] of budgets) if (budget.isUnspent()) budgets.delete(id);
    const budget = new Budget();
    budgets.set(personId, budget);
    return budget;
  }

  const shared = {
    instance,
    metrics,
    rooms,
    budgetOf,
    publicKey: keyOf,
    nextId: () => ++lastId,
    /** @returns the budget of the person; null if they have too many sockets */
    admit(socket, personId) {
      const person = people.get(personId) ?? { open: 0, budget: budgetOf(personId) };
      if (person.open >= LIMITS.socketsOfOne) return null;
      person.open++;
      people.set(personId, person);
      strangers.delete(socket);
      return person.budget;
    },
    release(socket, personId) {
      strangers.delete(socket);
      const person = personId && people.get(personId);
      if (person && --person.open === 0) people.delete(personId);
    },
  };

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.messageBytes,
    perMessageDeflate: false,
  });
  const broadcast = broadcastsOver(shared);
  const opened = new Set();

  function answerMetrics(request, response) {
    const status = statusFor(request.headers.authorization, metricsToken);
    response.writeHead(status, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    });
    if (status !== 200) return response.end();
    response.end(
      metrics.write({
        signedIn: sockets.clients.size - strangers.size,
        strangers: strangers.size,
        channels: [...opened].reduce((sum, { channelCount }) => sum + channelCount, 0),
        bufferedBytes: [...sockets.clients].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0),
      }),
    );
  }

  const server = http.createServer({ requestTimeout: LIMITS.requestMs }, (request, response) => {
    const url = `http://realtime${request.url}`;
    const { pathname, searchParams } = URL.canParse(url) ? new URL(url) : new URL("http://realtime");
    const target = targetOf(pathname);
    if (target) return void broadcast(request, response, target, searchParams);
    if (request.url === "/metrics") return void answerMetrics(request, response);
    const isHealth = request.url === "/health";
    response.writeHead(isHealth ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isHealth ? { status: "ok" } : { code: "not_found" }));
  });

  /** @returns the HTTP status that rejects a socket; null if it may open */
  async function refusalOf(request) {
    const address = `http://realtime${request.url}`;
    if (!URL.canParse(address)) return "400 Bad Request";
    const { pathname, searchParams } = new URL(address);
    if (!pathname.endsWith("/websocket")) return "404 Not Found";
    if (sockets.clients.size >= LIMITS.sockets) return "503 Service Unavailable";
    if (!CODECS.has(searchParams.get("vsn"))) return "400 Bad Request";
    try {
      return searchParams.get("apikey") === (await keyOf()) ? null : "401 Unauthorized";
    } catch {
      return "503 Service Unavailable";
    }
  }

  server.on("upgrade", async (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const refusal = await refusalOf(request);
    if (refusal) return socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const version = new URL(`http://realtime${request.url}`).searchParams.get("vsn");
      const opening = new Socket(ws, CODECS.get(version), shared);
      strangers.add(opening);
      opened.add(opening);
      ws.on("close", () => opened.delete(opening));
      if (strangers.size > LIMITS.strangers) strangers.values().next().value.terminate();
    });
  });

  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: server.address().port,
    async stop() {
      // Clients reconnect after a second.
      for (const ws of sockets.clients) ws.close(1012, "The server restarts.");
      server.close();
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const ws of sockets.clients) ws.terminate();
    },
  };
}

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SERVER_BACK_EVENT, waitToRetry } from "@/lib/browser/wait-to-retry";

let page: EventTarget;
let server: Server;
let stop: AbortController;
let running: Promise<void> | undefined;
/** The server's answers, in order; at last an open stream with one event. */
let statuses: number[];

beforeEach(async () => {
  page = new EventTarget();
  stop = new AbortController();
  statuses = [];
  server = createServer((_, response) => {
    const status = statuses.shift();
    if (status) return void response.writeHead(status).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: hello\n\n");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    vi.stubGlobal(name, page[name].bind(page));
  vi.stubEnv("NEXT_PUBLIC_API_BASE", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.resetModules();
});
afterEach(async () => {
  stop.abort();
  await running;
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Resolves with the number of reconnect callbacks, once the stream is open. */
async function open(): Promise<number> {
  const { keepConnected } = await import("./connection.client");
  let told = 0;
  page.addEventListener(SERVER_BACK_EVENT, () => (told += 1));
  await new Promise<void>((resolve) => {
    const request = () => ({ path: "/stream" });
    running = keepConnected({ signal: stop.signal, request, onEvent: () => resolve() });
  });
  return told;
}

it("tells the page that the server is back", async () => {
  statuses = [503];
  const opened = open();
  await vi.waitUntil(() => statuses.length === 0);
  expect(await opened).toBe(1);
});

it("says nothing of a stream that opens at once", async () => {
  expect(await open()).toBe(0);
});

it("what waits for its next try goes on when the server is back", async () => {
  const waited = waitToRetry(3_600_000);
  page.dispatchEvent(new Event(SERVER_BACK_EVENT));
  await waited;
});

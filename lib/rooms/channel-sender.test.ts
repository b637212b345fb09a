import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

let server: Server;
let statuses: number[];
let sent: { messages: string[]; sender: unknown }[];

beforeEach(async () => {
  [statuses, sent] = [[], []];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      const { messages } = JSON.parse(text) as { messages: string[] };
      sent.push({ messages, sender: request.headers["x-gum-sender"] });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  vi.resetModules();
  vi.stubEnv("NEXT_PUBLIC_API_BASE", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const open = async () => new (await import("./channel-sender.client")).ChannelSender("room", "mika");
const hasSent = (count: number) => vi.waitUntil(() => sent.length === count, { timeout: 10_000 });

it("sends what comes in one moment together, as the person who spoke, and knows it when it comes back", async () => {
  const channel = await open();
  for (const message of ["AA==", "AQ==", "AA=="]) channel.send(message);
  await hasSent(1);
  expect(sent).toEqual([{ messages: ["AA==", "AQ==", "AA=="], sender: "mika" }]);
  expect(["AA==", "AA==", "AA==", "Ag=="].map((message) => channel.takeEcho(message))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("a refused message is not expected back: the same of another tab is heard", async () => {
  statuses = [403];
  const channel = await open();
  channel.send("AA==");
  await hasSent(1);
  channel.send("AQ==");
  await hasSent(2);
  expect(["AA==", "AQ=="].map((message) => channel.takeEcho(message))).toEqual([false, true]);
});

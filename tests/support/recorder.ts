/** Listens where nothing may arrive. Each listener has ports of its own, so what arrives needs no other mark. */
import dgram from "node:dgram";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";

export interface Listener {
  /** TCP, speaks HTTP: a connection alone counts. */
  port: number;
  udpPort: number;
  /** A name of its own: that it was asked for shows in the browser's network log. */
  host: string;
  hits: string[];
  close(): Promise<void>;
}

const NAMES_SEEN = /"host":"(?:[a-z]+:\/\/)?(?:[a-z0-9-]+\.)?(n\d+-[a-z0-9-]+\.leak\.localhost)/g;
let count = 0;

export async function listen(label: string, domain = "leak.localhost"): Promise<Listener> {
  const hits: string[] = [];
  const server = http.createServer((request, response) => {
    hits.push(`http ${request.method} ${request.url}`);
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/plain" }).end("ok");
  });
  server.on("connection", () => hits.push("tcp"));
  server.on("upgrade", (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const udp = dgram.createSocket("udp4");
  udp.on("message", (message) => hits.push(`udp ${message.length}`));
  await new Promise<void>((resolve) => udp.bind(0, "0.0.0.0", resolve));
  count += 1;
  return {
    port: (server.address() as AddressInfo).port,
    udpPort: udp.address().port,
    host: `n${count}-${label}.${domain}`,
    hits,
    async close() {
      server.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => server.close(resolve)),
        new Promise<void>((resolve) => udp.close(resolve)),
      ]);
    },
  };
}

/** An address of this machine that is not loopback: WebRTC sends nothing to loopback. */
export function ownAddress(): string | null {
  const all = Object.values(os.networkInterfaces()).flat();
  return all.find((one) => one?.family === "IPv4" && !one.internal)?.address ?? null;
}

/** Names that the browser tried to resolve, from its network log (written when it closes). */
export function namesAskedFor(netLog: string): Set<string> {
  const text = fs.readFileSync(netLog, "utf8");
  return new Set([...text.matchAll(NAMES_SEEN)].map(([, name]) => name!));
}

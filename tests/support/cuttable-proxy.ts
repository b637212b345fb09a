import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { passOn } from "./pass-on";

/** A forward proxy for one browser, whose cable can be pulled. */
export type CuttableProxy = {
  /** http://127.0.0.1:port */
  url: string;
  /** Ends every connection and refuses new ones. */
  cut: () => void;
  mend: () => void;
  /** Paths that are answered here instead of by the server. */
  instead: Map<string, (response: http.ServerResponse) => void>;
  close: () => Promise<void>;
};

export async function startCuttableProxy(): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let whole = true;
  const instead: CuttableProxy["instead"] = new Map();
  const server = http.createServer((request, response) => {
    const answer = instead.get(new URL(request.url!).pathname);
    if (answer) answer(response);
    else passOn(request, response, request.url!, { method: request.method, headers: request.headers });
  });
  server.on("connection", (socket) => {
    if (!whole) return socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    return undefined;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    whole = false;
    sockets.forEach((socket) => socket.destroy());
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      whole = true;
    },
    instead,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

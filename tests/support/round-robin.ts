import { once } from "node:events";
import http from "node:http";
import { passOn } from "./pass-on";

/** A reverse proxy that gives each request to the next of its servers, whoever sends it. */
export async function startRoundRobin(port: number) {
  const targets: number[] = [];
  const served = new Map<number, number>();
  let turn = 0;
  const server = http.createServer((request, response) => {
    const target = targets[turn++ % targets.length]!;
    served.set(target, (served.get(target) ?? 0) + 1);
    passOn(request, response, {
      host: "127.0.0.1",
      port: target,
      path: request.url,
      method: request.method,
      headers: { ...request.headers, "x-forwarded-for": request.socket.remoteAddress },
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    targets,
    /** How many requests each server got. */
    served: () => [...served.values()],
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

import { once } from "node:events";
import http from "node:http";
import { passOn } from "./pass-on";

/**
 * A reverse proxy that gives each request to the next of its servers, whoever sends it.
 * @param checkEveryMs how often it asks each whether it is ready; those that are not get nothing. Never by default
 */
export async function startRoundRobin(port: number, checkEveryMs?: number) {
  const targets: number[] = [];
  const away = new Set<number>();
  const served = new Map<number, number>();
  let turn = 0;
  const server = http.createServer((request, response) => {
    const ready = targets.filter((each) => !away.has(each));
    const target = ready[turn++ % ready.length]!;
    served.set(target, (served.get(target) ?? 0) + 1);
    passOn(request, response, {
      host: "127.0.0.1",
      port: target,
      path: request.url,
      method: request.method,
      // A test may say where a request comes from, as a proxy in front of this one would.
      headers: { "x-forwarded-for": request.socket.remoteAddress, ...request.headers },
    });
  });
  const check = async (target: number) => {
    const answer = await fetch(`http://127.0.0.1:${target}/api/ready`).catch(() => null);
    if (answer?.ok) away.delete(target);
    else away.add(target);
  };
  const timer =
    checkEveryMs && setInterval(() => targets.forEach((target) => void check(target)), checkEveryMs);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    targets,
    /** How many requests each server got. */
    served: () => [...served.values()],
    stop: () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

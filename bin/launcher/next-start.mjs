import path from "node:path";
import { ROOT } from "./paths.mjs";

export const NEXT = path.join(ROOT, "node_modules/next/dist/bin/next");
/** Proxies keep idle connections for a minute. A server that closes one first resets the request that is just coming. */
const KEEP_ALIVE_MS = 65_000;

/** Node's arguments for the built application. */
export function startArguments(host, port) {
  return [
    NEXT,
    "start",
    "--hostname",
    host,
    "--port",
    String(port),
    "--keepAliveTimeout",
    String(KEEP_ALIVE_MS),
  ];
}

/**
 * `node bin/realtime.mjs`: the websockets of hosted clients (docs/api.md), which Next cannot serve. A separate process
 * without database or secrets: it calls the instance at GUM_URL with each person's own token. Listens on REALTIME_PORT
 * of HOST. METRICS_TOKEN opens its /metrics, as that of the instance.
 */
import { startRealtime } from "./realtime/server.mjs";

const { GUM_URL, HOST = "127.0.0.1", REALTIME_PORT = "3100", METRICS_TOKEN } = process.env;
if (!GUM_URL || !URL.canParse(GUM_URL)) {
  console.error("GUM_URL is missing: the address at which this machine reaches the instance.");
  process.exit(1);
}
if (METRICS_TOKEN && METRICS_TOKEN.length < 16) {
  console.error("METRICS_TOKEN must have at least 16 characters.");
  process.exit(1);
}
const server = await startRealtime({
  gumUrl: GUM_URL.replace(/\/$/, ""),
  host: HOST,
  port: Number(REALTIME_PORT),
  metricsToken: METRICS_TOKEN,
});
console.log(`Realtime listens at ${HOST}:${REALTIME_PORT}`);

const end = () => void server.stop().then(() => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
// It exits with its launcher, which may already have exited during startup.
process.on("disconnect", end);
if (process.connected === false) end();

import http from "node:http";
import { readAddress } from "./environment.mjs";
import { ROOT } from "./paths.mjs";
import { guardHeaders, proxyHops } from "./request-guard.mjs";

/** The largest body that any route takes is an upload of a package with its pictures; each route has its own, lower bound. */
const MAX_BODY_BYTES = 40 * 1024 * 1024;
const BODY_CHECK_MS = 200;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 5 * 60_000;
/** Longer than a proxy in front keeps its connections, so that it never sends into one that is being closed. */
const KEEP_ALIVE_MS = 65_000;
const DRAIN_MS = 10_000;

/** Prepares Next, listens, and ends on SIGTERM, SIGINT, a message from the launcher, or the launcher's death. */
export async function startServer({ dev }) {
  const { port, host, appUrl } = readAddress();
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.APP_URL = appUrl;
  process.env.NEXTAUTH_URL = appUrl;
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  process.chdir(ROOT);

  const hops = proxyHops(process.env.TRUST_PROXY);
  const server = http.createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 5_000,
  });
  // Before Next attaches its own listener: it must see the rewritten headers.
  server.on("upgrade", (request, socket) => {
    guardHeaders(request, { hops });
    if (!dev) socket.destroy();
  });
  const open = trackOpen(server);

  const { default: next } = await import("next");
  const app = next({ dev, dir: ROOT, hostname: "localhost", port, httpServer: server, turbopack: dev });
  const handle = app.getRequestHandler();
  await quietly(() => app.prepare());
  if (!globalThis.passGumGate)
    throw new Error("Next has not run instrumentation.ts: nothing would guard the pages.");
  // Asked for anew each time: in development the gate may have been compiled again.
  const serve = async (request, response) => {
    if (!(await globalThis.passGumGate(request, response))) await handle(request, response);
  };

  server.on("request", (request, response) => {
    const id = guardHeaders(request, { hops });
    response.setHeader("x-gum-server", "1");
    if (!bodyFits(request, response, id)) return;
    serve(request, response).catch((error) => {
      process.stderr.write(
        `${JSON.stringify({ level: "error", requestId: id, msg: String(error?.stack ?? error) })}\n`,
      );
      if (!response.headersSent)
        problem(response, { status: 500, code: "internal_error", title: "Internal Server Error", id });
      else response.destroy();
    });
  });

  if (!process.env.NEXTAUTH_SECRET) warn("NEXTAUTH_SECRET is not set: nobody can sign in.");
  await listen(server, { port, host });
  endWhenAsked({ server, app, open });
  process.send?.({ type: "listening", port });
}

/** Next prints how long its configuration took; that is no line of ours. Errors are not touched. */
async function quietly(work) {
  const { log } = console;
  console.log = () => {};
  try {
    return await work();
  } finally {
    console.log = log;
  }
}

function warn(msg) {
  process.stderr.write(`${JSON.stringify({ level: "warn", msg })}\n`);
}

function listen(server, { port, host }) {
  return new Promise((resolve) => {
    server.once("error", (error) => {
      const message =
        error.code === "EADDRINUSE"
          ? `Port ${port} is taken by another program. Stop that one, or set PORT to another number.`
          : `The server cannot listen on ${host}:${port} (${error.code}). Set HOST and PORT to an address of this machine.`;
      if (process.send) process.send({ type: "fault", message }, () => process.exit(1));
      else {
        process.stderr.write(`${message}\n`);
        process.exit(1);
      }
    });
    server.listen(port, host, resolve);
  });
}

/** Refuses a body that is too large: by what it announces, or, where it announces nothing, by what has come. */
function bodyFits(request, response, id) {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > MAX_BODY_BYTES) {
    refuseBody(request, response, id);
    return false;
  }
  if (request.headers["transfer-encoding"]) {
    const before = request.socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete || request.destroyed) clearInterval(timer);
      else if (request.socket.bytesRead - before > MAX_BODY_BYTES) {
        clearInterval(timer);
        refuseBody(request, response, id);
      }
    }, BODY_CHECK_MS);
    timer.unref();
  }
  return true;
}

function refuseBody(request, response, id) {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  response.setHeader("connection", "close");
  problem(response, { status: 413, code: "payload_too_large", title: "Content Too Large", id });
  response.once("finish", () => setTimeout(() => request.socket.destroy(), 100).unref());
}

function problem(response, { status, code, title, id }) {
  const body = { type: "about:blank", title, status, detail: title, code, message: title, requestId: id };
  response.writeHead(status, { "content-type": "application/problem+json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

/** The answers under way, so that the end can wait for them. */
function trackOpen(server) {
  const open = new Set();
  server.prependListener("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return open;
}

const isStream = (response) =>
  String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");

function endWhenAsked({ server, app, open }) {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const until = Date.now() + DRAIN_MS;
    // Live streams never end by themselves; their clients come back by themselves.
    while ([...open].some((response) => !isStream(response)) && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      server.closeIdleConnections();
    }
    server.closeAllConnections();
    await closed;
    await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 3_000))]).catch(() => {});
    process.exit(0);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end);
  process.on("message", (message) => {
    if (message?.type === "stop") void end();
  });
}

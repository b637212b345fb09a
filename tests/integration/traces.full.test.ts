import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { png } from "../support/apps";
import { notHere } from "../support/not-here";
import { startObjectStore } from "../support/object-store";
import { hasRedis, startRedis, type TestRedis } from "../support/redis";
import { type TestServer, startServer } from "../support/server";
import { type CollectedSpan, startCollector } from "../support/trace-collector";

/** Traces for an OpenTelemetry collector. */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gum-traces-"));
const probe = path.join(folder, "probe.cjs");
/** Writes at its end which modules of OpenTelemetry a process has loaded. */
fs.writeFileSync(
  probe,
  `process.on("exit", () => require("node:fs").writeFileSync(process.env.PROBE_FILE, JSON.stringify(
     Object.keys(require.cache).flatMap((file) => /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(file)?.[1] ?? []))));`,
);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const probed = (name: string) => ({
  NODE_OPTIONS: `--require ${probe}`,
  PROBE_FILE: path.join(folder, name),
});
const loadedBy = (name: string) =>
  new Set(JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")) as string[]);

/** What a proxy in front sends along. */
function traceContext() {
  const traceId = randomBytes(16).toString("hex");
  const spanId = randomBytes(8).toString("hex");
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

async function pictureForm(): Promise<FormData> {
  const form = new FormData();
  form.set("file", new File([await png(40, 40, "#123456")], "private-name.png", { type: "image/png" }));
  return form;
}

const TITLE = notHere("traces of an instance", hasRedis, "redis-server is not installed");
describe.skipIf(!hasRedis)(TITLE, () => {
  let redis: TestRedis;
  let store: Awaited<ReturnType<typeof startObjectStore>>;
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let server: TestServer;
  let mika: ApiClient;

  beforeAll(async () => {
    [redis, store, collector] = await Promise.all([startRedis(), startObjectStore(), startCollector()]);
    server = await startServer({
      env: {
        ...store.env,
        ...probed("traced"),
        REDIS_URL: redis.url,
        TRUST_PROXY: "1",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: "100",
      },
    });
    mika = await signUpOnboarded(server, "traced_mika");
  });
  afterAll(async () => {
    await server?.dispose();
    collector?.stop();
    store?.stop();
    await redis?.stop();
  });

  const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
  const lineOf = (traceId: string) =>
    server
      .logs()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line.msg === "request" && line.traceId === traceId);

  it("are one per request, with its statements, Redis commands and files, and go on from the proxy's", async () => {
    const { traceId, spanId, headers } = traceContext();
    const answer = await fetch(`${server.url}/api/media?why=a-private-query`, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${mika.accessToken}` },
      body: await pictureForm(),
    });
    expect(answer.status).toBe(201);
    const named = (wanted: (span: CollectedSpan) => boolean) => spansOf(traceId).filter(wanted);
    await expect.poll(() => named(({ name }) => name === "POST /api/media").length).toBe(1);
    const inserts = named(({ attributes }) =>
      String(attributes["db.query.text"]).includes('INSERT INTO "public"."media"'),
    );
    expect(inserts[0]).toMatchObject({
      service: "gum",
      scope: "gum",
      name: "INSERT",
      attributes: { "db.system.name": "postgresql", "db.operation.name": "INSERT" },
    });
    expect(named(({ attributes }) => attributes["db.system.name"] === "redis").length).toBeGreaterThan(0);
    expect(named(({ name }) => name === "S3 PUT")[0]!.attributes).toEqual({
      "http.request.method": "PUT",
      "http.response.status_code": 200,
      "gum.files.area": "media",
    });
    const ids = new Set([spanId, ...spansOf(traceId).map((span) => span.spanId)]);
    for (const span of spansOf(traceId)) expect([...ids]).toContain(span.parentSpanId);
    await expect.poll(() => lineOf(traceId)).toMatchObject({ path: "/api/media", status: 201 });
  });

  it("are in the log lines of pages, too", async () => {
    const { traceId, headers } = traceContext();
    const page = await fetch(`${server.url}/login?token=a-private-token`, { headers });
    await page.text();
    await expect.poll(() => spansOf(traceId).map(({ name }) => name)).toContain("GET /login");
    await expect.poll(() => lineOf(traceId)).toMatchObject({ path: "/login" });
  });

  it("hold nothing about a person", async () => {
    const { id } = await mika.must<{ id: string }>("GET", "/v2/users/me");
    await fetch(`${server.url}/profile/${id}`, { redirect: "manual" });
    await mika.must("POST", "/v1/posts", { kind: "text", body: "a-private-post" });
    const { traceId, headers } = traceContext();
    await fetch(`${server.url}/api/v1/search?q=a-private-word&type=posts`, {
      headers: { ...headers, authorization: `Bearer ${mika.accessToken}` },
    });
    await expect.poll(() => spansOf(traceId).map(({ name }) => name)).toContain("GET /api/v1/search");
    const text = collector.text();
    const keys = store.keys().map((key) => path.basename(key));
    expect(keys.length).toBeGreaterThan(0);
    for (const personal of [id, "traced_mika", "a-private", "127.0.0.1", mika.accessToken!, ...keys])
      expect(text).not.toContain(personal);
  });
});

it("take no trace of a client where no proxy is trusted, and cost nothing where the collector hangs", async () => {
  const collector = await startCollector({ hung: true });
  const server = await startServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "100" },
  });
  const { traceId, headers } = traceContext();
  // More spans than the queue holds.
  for (let n = 0; n < 400; n++) {
    // One that waits for the collector never ends.
    const answer = await fetch(`${server.url}/api/ready`, { headers, signal: AbortSignal.timeout(60_000) });
    expect(answer.status).toBe(200);
    await answer.text();
  }
  await expect.poll(() => collector.requests()).toBeGreaterThan(0);
  expect(server.logs()).not.toContain(traceId);
  expect(server.logs()).toMatch(/"traceId":"[0-9a-f]{32}"/);
  // Ends, although the collector answers nothing to the last spans either.
  await server.dispose();
  collector.stop();
});

it("load nothing where no collector is set", async () => {
  for (const [name, env] of [
    ["untraced", {}],
    ["traced-alone", { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:9/v1/traces" }],
  ] as const) {
    const server = await startServer({ env: { ...env, ...probed(name) } });
    await fetch(`${server.url}/login`);
    await signUpOnboarded(server);
    const logs = server.logs();
    await server.stop();
    expect(logs.includes('"traceId"')).toBe(name !== "untraced");
    await server.dispose();
  }
  // Next and prom-client load the interface, which does nothing by itself.
  expect([...loadedBy("untraced")].filter((name) => name !== "@opentelemetry/api")).toEqual([]);
  expect([...loadedBy("traced-alone")]).toContain("@opentelemetry/sdk-trace-node");
});

it("do not go along to the hosts that apps ask", async () => {
  const collector = await startCollector();
  let seen: IncomingHttpHeaders = {};
  const foreign = createServer((request, response) => {
    seen = request.headers;
    response.end("hello");
  });
  foreign.listen(0, "127.0.0.1");
  await once(foreign, "listening");
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  process.env.OTEL_BSP_SCHEDULE_DELAY = "100";
  const { startTracing } = await import("@/lib/infra/tracing-sdk");
  startTracing();
  const { trace } = await import("@opentelemetry/api");
  const { createEgressFetch } = await import("@/lib/egress/egress-fetch.server");
  const egress = createEgressFetch({
    resolve: () => Promise.resolve(["93.184.216.34"]),
    dial: () => connect((foreign.address() as AddressInfo).port, "127.0.0.1"),
  });
  const outcome = await trace.getTracer("test").startActiveSpan("request", async (span) => {
    const url = "https://api.example.com/data?key=private";
    const done = await egress({
      method: "GET",
      url,
      headers: [],
      body: null,
      allowedHosts: ["api.example.com"],
    });
    span.end();
    return done;
  });
  expect(outcome).toMatchObject({ ok: true, status: 200 });
  expect(seen.host).toBe("api.example.com");
  expect(Object.keys(seen)).not.toContain("traceparent");
  await expect
    .poll(() => collector.spans().find(({ name }) => name === "egress GET")?.attributes)
    .toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "server.address": "api.example.com",
    });
  foreign.close();
  collector.stop();
});

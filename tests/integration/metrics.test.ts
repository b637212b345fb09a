import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { metrics } from "@/lib/infra/metrics";
import { startRealtime } from "../../bin/realtime/server.mjs";
import { type ApiClient, signUpOnboarded } from "../support/api";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { queryOf } from "../support/database";
import { hostedOf } from "../support/hosted";
import { alertQueries, dashboardQueries, seriesIn } from "../support/prometheus-queries";
import { type TestServer, startServer } from "../support/server";
import { sharedServer } from "../support/shared-server";

/** What operators see from outside: metrics, slow statements, reports of errors. */

const TOKEN = "a-metrics-token-for-tests";
const CRON_SECRET = "a-cron-secret-for-tests";
const PASSWORD = "a handful of words";

let server: TestServer;
let realtime: Awaited<ReturnType<typeof startRealtime>>;
let database: DatabaseProxy;
let mika: ApiClient;
let failedRequest = "";
const reports: { path: string; key: string; text: string }[] = [];
const sink = http.createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    reports.push({ path: request.url!, key: String(request.headers["x-sentry-auth"]), text });
    response.end("{}");
  });
});

beforeAll(async () => {
  sink.listen(0, "127.0.0.1");
  await once(sink, "listening");
  database = await startDatabaseProxy(process.env.DATABASE_URL!);
  server = await startServer({
    env: {
      DATABASE_URL: database.url,
      METRICS_TOKEN: TOKEN,
      // It is no replica, so nothing is read there, but it has a pool.
      DATABASE_REPLICA_URL: process.env.DATABASE_URL!,
      CRON_SECRET,
      SLOW_QUERY_MS: "0.001",
      ERROR_DSN: `http://public-key@127.0.0.1:${(sink.address() as AddressInfo).port}/base/7`,
    },
  });
  realtime = await startRealtime({ gumUrl: server.url, host: "127.0.0.1", port: 0, metricsToken: TOKEN });
  mika = await signUpOnboarded(
    { ...server, database: { query: queryOf(database.url) } },
    "metrics_mika",
    PASSWORD,
  );
});
afterAll(async () => {
  await realtime?.stop();
  await server?.dispose();
  database?.close();
  sink.close();
});

const ask = (url: string, token?: string) =>
  fetch(`${url}/metrics`, {
    redirect: "manual",
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

const realtimeUrl = () => `http://127.0.0.1:${realtime.port}`;

async function scrape(url = server.url): Promise<string> {
  const response = await ask(url, TOKEN);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return response.text();
}

it("does not exist without a setting, and is for those who know the token", async () => {
  expect((await ask(sharedServer().url, TOKEN)).status).toBe(404);
  expect((await ask(server.url)).status).toBe(401);
  expect((await ask(server.url, "a-metrics-token-for-guess")).status).toBe(401);
  expect((await ask(realtimeUrl())).status).toBe(401);
  expect((await ask(realtimeUrl(), "a-metrics-token-for-guess")).status).toBe(401);
});

it("counts API, pages and unknown paths by route, and nothing that somebody made up", async () => {
  await mika.call("GET", "/posts/0190a0a0-0000-7000-8000-000000000000");
  await fetch(`${server.url}/login`);
  await fetch(`${server.url}/made-up-by-somebody`, { redirect: "manual" });
  await fetch(`${server.url}/api/made-up-by-somebody`, { method: "DELETE" });
  const stream = new AbortController();
  const streamed = await fetch(`${server.url}/api/realtime/v1/stream`, {
    headers: { authorization: `Bearer ${mika.accessToken}` },
    signal: stream.signal,
  });
  await mika.must("POST", "/v1/posts", { kind: "text", body: "counted" });
  // What a request was is counted when its answer has been sent, which its reader may be ahead of.
  for (const line of [
    'gum_http_requests_total{route="/api/posts/[id]",method="GET",status="404"} 1',
    'gum_http_requests_total{route="/login",method="GET",status="200"} 1',
    'gum_http_requests_total{route="/[...unknown]",method="GET",status="307"} 1',
    'gum_http_requests_total{route="/api/[...unknown]",method="DELETE",status="404"} 1',
    'gum_http_request_duration_seconds_count{route="/api/v1/posts",method="POST"} 1',
    "gum_streams_open 1",
    'gum_bus_events_total{type="post",from="here"} 1',
  ])
    await expect.poll(() => scrape()).toContain(line);
  // A response that nothing refers to any more ends.
  expect(streamed.status).toBe(200);
  const text = await scrape();
  expect(text).not.toContain("made-up");
  expect(text).toMatch(/gum_database_query_duration_seconds_count [1-9]/);
  await expect.poll(() => scrape()).toMatch(/gum_database_connections\{state="idle"\} [1-9]/);
  stream.abort();
  await expect.poll(() => scrape()).toContain("gum_streams_open 0");
});

it("counts the sockets of the websockets' process, their channels, messages and what they cost the instance", async () => {
  const key = (await hostedOf(server)).publicKey;
  const socket = new WebSocket(`ws://127.0.0.1:${realtime.port}/websocket?apikey=${key}&vsn=2.0.0`);
  await once(socket, "open");
  const read = () => scrape(realtimeUrl());
  await expect.poll(read).toContain('gum_realtime_sockets{kind="stranger"} 1');
  const payload = {
    access_token: mika.accessToken,
    config: { postgres_changes: [{ event: "*", schema: "public", table: "posts" }] },
  };
  socket.send(JSON.stringify(["1", "1", "realtime:posts", "phx_join", payload]));
  for (const line of [
    'gum_realtime_sockets{kind="signed_in"} 1',
    'gum_realtime_sockets{kind="stranger"} 0',
    "gum_realtime_channels 1",
    "gum_realtime_streams 1",
    'gum_realtime_messages_total{direction="received"} 1',
    "gum_realtime_buffered_bytes 0",
  ])
    await expect.poll(read).toContain(line);
  await mika.must("POST", "/v1/posts", { kind: "text", body: "for the sockets" });
  await expect.poll(read).toMatch(/gum_realtime_events_total [1-9]/);
  expect(await read()).toMatch(/gum_realtime_instance_calls_total\{result="answered"\} [1-9]/);
  socket.close();
  await expect.poll(read).toContain("gum_realtime_streams 0");
  expect(await read()).toContain("gum_realtime_channels 0");
});

it("has the pool of the replica", async () => {
  await expect.poll(() => scrape()).toMatch(/gum_replica_connections\{state="waiting"\} 0/);
});

describe("what alerts and dashboard ask for", () => {
  const queries = [...alertQueries(), ...dashboardQueries()];
  /** What Prometheus adds to everything that it scrapes, and to histograms. */
  const OWN = ["instance", "job", "le"];

  it("is there, with the labels and the values that they name", async () => {
    const run = { headers: { authorization: `Bearer ${CRON_SECRET}` } };
    expect((await fetch(`${server.url}/api/cron/sessions`, run)).status).toBe(200);
    await mika.must("POST", "/v1/posts", { kind: "text", body: "for the graphs" });
    await queryOf(database.url)(
      `INSERT INTO operations (name, succeeded_at, failed_at) VALUES ('backup', '2026-01-31T03:20Z', NULL),
       ('backup-check', NULL, '2026-01-31T05:20Z') ON CONFLICT DO NOTHING`,
    );
    await expect.poll(() => scrape()).toContain('gum_cache_requests_total{cache="settings",result="hit"}');
    const text = (await scrape()) + (await scrape(realtimeUrl()));
    const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
    const declared = metrics().registry;
    expect(queries.length).toBeGreaterThan(30);
    for (const { query, shown } of queries) {
      // An aggregation leaves only what it groups by.
      if (/\b(?:sum|max)\b(?!_)/.test(query))
        expect(query.match(/by \(([^)]*)\)/g)?.join() ?? "").toMatch(new RegExp(shown.join("|")));
      for (const { name, labels, values } of seriesIn(query)) {
        const base = name.replace(/_(bucket|count|sum)$/, "");
        expect([...exported]).toContain(base);
        const metric = declared.getSingleMetric(base) as { labelNames?: string[] } | undefined;
        // The websockets' process has no registry; its series are there from the start.
        const shownBy = [...text.matchAll(new RegExp(`^${name}\\{(.*)\\}`, "gm"))].flatMap(([, labels]) =>
          labels!.split(",").map((label) => label.split("=")[0]!),
        );
        const known = [...(metric?.labelNames ?? shownBy), ...OWN];
        expect([query, known]).toEqual([query, expect.arrayContaining([...labels, ...shown]) as string[]]);
        for (const value of values)
          if (!value.startsWith("job="))
            expect([...text.matchAll(new RegExp(`^${name}\\{.*\\}`, "gm"))].join()).toContain(value);
      }
    }
  });

  it("says when a backup last went well, and that none could be restored yet", async () => {
    const text = await scrape();
    expect(text).toContain('gum_backup_last_success_timestamp_seconds{step="backup"} 1769829600');
    expect(text).toContain('gum_backup_last_failure_timestamp_seconds{step="backup"} 0');
    expect(text).toContain('gum_backup_last_success_timestamp_seconds{step="check"} 0');
    expect(text).toContain('gum_backup_last_failure_timestamp_seconds{step="check"} 1769836800');
  });

  it("does not collide with a label that Prometheus gives", async () => {
    for (const metric of await metrics().registry.getMetricsAsArray())
      expect((metric as unknown as { labelNames: string[] }).labelNames).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(job|instance)$/)]),
      );
  });

  it("has a job's failures before one fails, so that the first one counts", async () => {
    expect(await scrape()).toContain('gum_job_runs_total{name="digests",result="failed"} 0');
  });
});

it("logs slow statements without their values", async () => {
  await mika.call("GET", "/v1/search?q=a-word-that-stays-private&type=posts");
  const slow = server
    .logs()
    .split("\n")
    .filter((line) => line.includes('"slow query"'));
  expect(slow.length).toBeGreaterThan(0);
  expect(JSON.parse(slow[0]!)).toMatchObject({ level: "warn", sql: expect.any(String) as string });
  expect(slow.join()).not.toContain("a-word-that-stays-private");
  expect(slow.join()).not.toContain("metrics_mika");
});

it("reports an error once, in Sentry's format, and nothing about a person", async () => {
  const { id } = await mika.must<{ id: string }>("GET", "/v2/users/me");
  database.cut();
  const failed = await mika.call<{ requestId: string }>("GET", "/v1/notifications");
  await mika.call("GET", "/v1/notifications");
  expect(failed.status).toBe(503);
  failedRequest = failed.body.requestId;
  const ofRequest = () => reports.filter(({ text }) => text.includes("request failed"));
  await expect.poll(() => ofRequest().length).toBeGreaterThan(0);
  const { path, key, text } = ofRequest()[0]!;
  expect(path).toBe("/base/api/7/envelope/");
  expect(key).toContain("sentry_key=public-key");
  const [header, item, event] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(item).toEqual({ type: "event" });
  expect(event).toMatchObject({
    event_id: header!.event_id,
    platform: "node",
    level: "error",
    logentry: { formatted: "request failed" },
    tags: { errorCode: "unavailable", requestId: failed.body.requestId },
  });
  expect(JSON.stringify(event)).toContain('"stacktrace":{"frames":[{');
  for (const { text } of reports)
    for (const personal of [id, "metrics_mika", "127.0.0.1", mika.accessToken!])
      expect(text).not.toContain(personal);
  expect(ofRequest()).toHaveLength(1);
  expect(server.logs()).not.toContain("public-key");
  database.mend();
});

it("shows admins the latest errors with the ids of their requests, and the refusals by limit", async () => {
  const query = queryOf(database.url);
  await query("UPDATE users SET role = 'admin' WHERE username = 'metrics_mika'");
  const signedIn = await fetch(`${server.url}/api/v2/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-info": "gum-web" },
    body: JSON.stringify({ email: "metrics_mika@gum.test", password: PASSWORD }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const page = await fetch(`${server.url}/admin`, { headers: { cookie } });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Latest errors");
  expect(html).toContain(failedRequest);
});

import { once } from "node:events";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { to as copyTo } from "pg-copy-streams";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeClient, copiedRows, openClient, withClient } from "../../bin/launcher/database-client.mjs";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";

/** The limit of the test, none of the defaults. */
const SILENT = /has not answered for \d(\.\d+)? s/;
/** A busy machine may be late with three answers of 100 ms, but not of this, in a row. */
const LOOK_MS = 600;
/** Longer than a server that is silent keeps its connections. */
const SLOW = "SELECT pg_sleep(5), 'done' AS word";

let proxy: DatabaseProxy;

beforeEach(async () => {
  proxy = await startDatabaseProxy(process.env.DATABASE_URL!);
});
afterEach(() => proxy.close());

it("gives up a database that takes a connection and says nothing", async () => {
  proxy.freeze();
  await expect(withClient(proxy.url, () => undefined, { connectMs: 200 })).rejects.toThrow(SILENT);
});

it("gives up a short statement, and does not wait for the goodbye", async () => {
  const asking = withClient(
    proxy.url,
    (client) => {
      proxy.freeze();
      return client.query("SELECT 1");
    },
    { queryMs: 200 },
  );
  await expect(asking).rejects.toThrow(SILENT);
});

it("lets a long statement go on while the database answers others", async () => {
  const { rows } = await withClient(proxy.url, (client) => client.query(SLOW), { lookMs: LOOK_MS });
  expect(rows[0]).toMatchObject({ word: "done" });
});

it("lets it go on while a pooler refuses others for want of connections", async () => {
  // As Supavisor does, in the way of PostgreSQL's protocol: its length, then fields that end with a zero.
  const fields = Buffer.from("SFATAL\0VFATAL\0CXX000\0Mmax clients reached\0\0");
  const refusal = Buffer.concat([Buffer.from("E\0\0\0"), Buffer.of(fields.length + 4), fields]);
  let count = 0;
  const pooler = net.createServer((socket) => {
    socket.on("error", () => undefined);
    if (count++ > 0) return void socket.once("data", () => socket.end(refusal));
    const upstream = net.connect(Number(new URL(proxy.url).port), "127.0.0.1");
    socket.pipe(upstream).pipe(socket);
  });
  await once(pooler.listen(0, "127.0.0.1"), "listening");
  const url = Object.assign(new URL(proxy.url), { port: (pooler.address() as net.AddressInfo).port });
  const { rows } = await withClient(url.href, (client) => client.query(SLOW), { lookMs: LOOK_MS });
  expect(rows[0]).toMatchObject({ word: "done" });
  expect(count).toBeGreaterThan(3);
  pooler.close();
});

it("gives up a long statement once the database answers nobody", async () => {
  const asking = withClient(
    proxy.url,
    (client) => {
      const answer = client.query("SELECT pg_sleep(600)");
      proxy.freeze();
      return answer;
    },
    { lookMs: 100 },
  );
  await expect(asking).rejects.toThrow(SILENT);
});

it("closes a connection to a database that hangs", async () => {
  const client = await openClient(proxy.url);
  proxy.freeze();
  await closeClient(client);
});

it("gives up a COPY of which nothing comes, and not for a consumer that takes its time", async () => {
  const sql = `COPY (SELECT n, CASE WHEN n > 20000 THEN pg_sleep(600)::text ELSE repeat('x', 1000) END
    FROM generate_series(1, 20001) n) TO STDOUT`;
  const read = () =>
    withClient(proxy.url, async (client) => {
      for await (const _piece of copiedRows(client, client.query(copyTo(sql)), 2_000))
        if (pieces++ === 0) await sleep(3_000);
    });
  let pieces = 0;
  await expect(read()).rejects.toThrow(SILENT);
  expect(pieces).toBeGreaterThan(1);
});

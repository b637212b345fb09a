import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type * as Client from "@/lib/db/client";
import { isUnanswered } from "@/lib/db/errors";
import type * as Pool from "@/lib/db/pool";
import { queryOf } from "../support/database";
import { type DatabaseProxy, startDatabaseProxy } from "../support/database-proxy";
import { within } from "../support/within";

/** A query waits five seconds; two would wait ten. */
const ONE_WAIT_MS = 9_500;

let database: DatabaseProxy;
let outside: ReturnType<typeof queryOf>;
let client: typeof Client;
let pool: typeof Pool;

beforeAll(async () => {
  const url = process.env.DATABASE_URL!;
  outside = queryOf(url);
  database = await startDatabaseProxy(url);
  Object.assign(process.env, { DATABASE_URL: database.url, DATABASE_POOL: "1" });
  vi.resetModules();
  client = await import("@/lib/db/client");
  pool = await import("@/lib/db/pool");
});
beforeEach(() => outside("DELETE FROM operations"));
afterAll(() => database?.close());

const names = async () =>
  (await outside<{ name: string }>("SELECT name FROM operations ORDER BY name")).map(({ name }) => name);
/** The error that `work` fails with. */
const failure = (work: () => Promise<unknown>) =>
  within(ONE_WAIT_MS, () =>
    work().then(
      () => null,
      (error: unknown) => error,
    ),
  );

it("a transaction that is not answered fails after one wait, and the next work is not part of it", async () => {
  const error = await failure(() =>
    client.inTransaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO operations (name) VALUES ('undone')`;
      database.freeze();
      await tx.$executeRaw`SELECT 1`;
    }),
  );
  expect(isUnanswered(error)).toBe(true);
  database.thaw();
  await pool.pool().query("INSERT INTO operations (name) VALUES ('kept')");
  await client.inTransaction((tx) => tx.$executeRaw`INSERT INTO operations (name) VALUES ('kept, too')`);
  expect(await names()).toEqual(["kept", "kept, too"]);
});

it("a query of its own that is not answered fails after one wait, too", async () => {
  const { Prisma } = await import("@/lib/db/generated/client");
  await pool.pool().query("SELECT 1");
  const reading = failure(() => pool.readOnce(Prisma.sql`SELECT pg_sleep(0.1)`, 4_000));
  database.freeze();
  expect(isUnanswered(await reading)).toBe(true);
  database.thaw();
  expect(await pool.readOnce(Prisma.sql`SELECT 1 AS one`, 4_000)).toEqual([{ one: 1 }]);
});

it("a guest's page waits once, for its settings and for whether the database is up together", async () => {
  const [{ NextRequest }, { middleware }, { getAuthScreenFacts }, { forgetSettings }] = await Promise.all([
    import("next/server"),
    import("@/middleware"),
    import("@/lib/auth/screen-service"),
    import("@/lib/instance/settings.server"),
  ]);
  await pool.pool().query("SELECT 1");
  forgetSettings();
  database.freeze();
  const address = "http://localhost:3000/app/share/AAAAAAAAAAAAAAAAAAAAAA";
  const request = new NextRequest(address, { headers: { host: "localhost:3000" } });
  const [response, facts] = await within(ONE_WAIT_MS, async () => [
    await middleware(request),
    await getAuthScreenFacts(),
  ]);
  database.thaw();
  expect([response.status, facts.isAvailable]).toEqual([503, false]);
});

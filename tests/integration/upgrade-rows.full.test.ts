import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readArchive } from "../../bin/gum/archive.mjs";
import { RowLoader } from "../../bin/gum/row-loader.mjs";
import { DEMO_PASSWORD } from "@/lib/config/demo";
import { ApiClient } from "../support/api";
import { createDatabase, type TestDatabase } from "../support/database";
import { notHere } from "../support/not-here";
import { type TestServer, startServer } from "../support/server";

/**
 * The databases of earlier releases, with their demo content, under the migrations that came since. `npm run test:upgrade` also
 * runs the code of a release beside this one, which takes a build of it.
 */
const FOLDER = path.resolve(import.meta.dirname, "../releases");
const RELEASES = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER).filter((name) => name.endsWith(".tar")) : [];
const CRON_SECRET = "a-cron-secret-for-tests";

type Row = Record<string, unknown>;

const TITLE = notHere(
  "the database of a release",
  RELEASES.length > 0,
  "tests/releases has none; tests/runner/keep-release.mjs keeps one",
);
describe.skipIf(RELEASES.length === 0)(TITLE, () => {
  describe.each(RELEASES)("%s", (name) => {
    let database: TestDatabase;
    let server: TestServer | undefined;
    let before: Map<string, Row[]>;
    let had: string[];

    const migrations = async () =>
      (
        await database.query<{ name: string }>(
          "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1",
        )
      ).map((each) => each.name);
    /** Every row of these tables. */
    const readAll = async (tables: string[]): Promise<Map<string, Row[]>> => {
      const read = async (table: string) => {
        const rows = await database.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM "${table}" t`);
        return [table, rows.map(({ row }) => row)] as const;
      };
      return new Map(await Promise.all(tables.map(read)));
    };

    beforeAll(async () => {
      database = await createDatabase("template0");
      const loader = new RowLoader(database.url, async (_, { tables }) => {
        before = await readAll(tables.map((table) => table.name));
        had = await migrations();
      });
      try {
        const { tables } = await readArchive(path.join(FOLDER, name), {
          file: () => undefined,
          entry: async (entry: string, bytes: Buffer) => {
            if (entry === "database.json") await loader.begin(JSON.parse(bytes.toString()));
            else await loader.add(entry.split("/")[1]!, bytes);
          },
        });
        await loader.commit(tables);
      } finally {
        await loader.close();
      }
    });
    afterAll(async () => {
      if (server) await server.dispose();
      else await database?.drop();
    });

    it("gets each migration that came since, and keeps every row and column", async () => {
      const now = await migrations();
      expect(now).toEqual(expect.arrayContaining(had));
      expect(now.length).toBeGreaterThan(had.length);
      expect([...before.values()].flat().length).toBeGreaterThan(200);
      const after = await readAll([...before.keys()]);
      for (const [table, rows] of before) {
        const columns = Object.keys(rows[0] ?? {});
        const text = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
        expect(after.get(table)!.map(text).sort(), table).toEqual(rows.map(text).sort());
      }
    });

    it("serves: people sign in, read what they had and write", async () => {
      server = await startServer({ database, env: { CRON_SECRET } });
      const ready = (await (await fetch(`${server.url}/api/ready`)).json()) as object;
      expect(ready).toMatchObject({ ready: true, schema: "ok" });
      const [mika] = await database.query<{ id: string; email: string }>(
        "SELECT id, email FROM users WHERE username = 'mika'",
      );
      const { accessToken } = await new ApiClient(server.url).must<{ accessToken: string }>(
        "POST",
        "/v2/auth/login",
        { email: mika!.email, password: DEMO_PASSWORD },
      );
      const client = new ApiClient(server.url, accessToken);
      const { id } = await client.must<{ id: string }>("POST", "/v1/posts", {
        kind: "text",
        body: "still here",
      });
      await client.must("POST", "/v1/reactions", { postId: id, action: "like" });
      for (const path of [
        "/v1/timeline?limit=50",
        `/users/${mika!.id}/posts`,
        `/users/${mika!.id}/apps`,
        "/apps/public",
        "/v1/notifications",
        "/v1/search?q=a&type=posts",
      ])
        expect((await client.call("GET", path)).status, path).toBe(200);
      const run = { headers: { authorization: `Bearer ${CRON_SECRET}` } };
      const counters = await fetch(`${server.url}/api/cron/counters`, run);
      expect(await counters.json()).toMatchObject({ done: 0 });
    });
  });
});

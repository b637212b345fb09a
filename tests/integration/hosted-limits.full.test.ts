import { afterAll, beforeAll, expect, it } from "vitest";
import { RATE_LIMITS } from "@/lib/config/limits";
import { hostedOf, type HostedPerson, hostedPerson } from "../support/hosted";
import { withClient } from "../support/postgres";
import { type TestServer, startServer } from "../support/server";

/** The limits of the hosted data interface as they are in life: what counts, and what they must not refuse. */

let server: TestServer;
let kim: HostedPerson;
let lee: HostedPerson;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_SCALE: "1" } });
  [kim, lee] = [await hostedPerson(server), await hostedPerson(server)];
});
afterAll(() => server?.dispose());

it("a stored change is not reported as failed while the queue of its person is full", async () => {
  const [first, second] = await Promise.all(
    ["one", "two"].map(async (body) => {
      const { data } = await lee.client.from("posts").insert({ body }).select("id").single();
      return data!.id as string;
    }),
  );
  const keep = (post_id: string, select: string) =>
    kim.client.from("bookmarks").insert({ post_id }).select(select).single();
  await withClient(server.database.url, async (client) => {
    // Whoever reads posts waits, until the statement ends: first as many as wait in turn for one person.
    await client.query("BEGIN");
    await client.query("LOCK TABLE media IN ACCESS EXCLUSIVE MODE");
    const codes: (string | undefined)[] = [];
    const reads = Array.from({ length: 40 }, async () => {
      const { error } = await kim.client.from("posts").select("id").limit(1);
      codes.push(error?.code);
    });
    await expect.poll(() => codes).toContain("rate_limited");
    const stored = await keep(first!, "post_id");
    expect(stored).toMatchObject({ status: 201, error: null, data: { post_id: first } });
    expect(await keep(second!, "id, post(body)")).toMatchObject({ status: 201, error: null, data: null });
    await client.query("ROLLBACK");
    await Promise.all(reads);
  });
  const { data } = await kim.client.from("bookmarks").select("post_id");
  expect(data).toHaveLength(2);
});

it("posts and searches count against their limits, however their address is spelt", async () => {
  const { url, publicKey } = await hostedOf(server);
  const { data } = await kim.client.auth.getSession();
  const authorization = `Bearer ${data.session!.access_token}`;
  const headers = { apikey: publicKey, authorization, "content-type": "application/json" };
  const call = async (path: string, body: object) =>
    (await fetch(`${url}/rest/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
  const statuses = async (path: string, body: object, count: number) => {
    const found = new Set<number>();
    // Some at once, so that a slow machine needs less than the minute for them, too.
    for (let left = count; left > 0; left -= 15)
      for (const status of await Promise.all(
        Array.from({ length: Math.min(15, left) }, () => call(path, body)),
      ))
        found.add(status);
    return [...found];
  };
  // Of a new account.
  const { firstDay } = RATE_LIMITS.posts;
  expect(await statuses("posts", { body: "again" }, firstDay)).toEqual([201]);
  for (const name of ["posts", "post%73", "%70osts"]) expect(await call(name, { body: "x" })).toBe(429);
  expect(await statuses("rpc/search", { q: "plums" }, RATE_LIMITS.search.points)).toEqual([200]);
  for (const name of ["search", "searc%68"]) expect(await call(`rpc/${name}`, { q: "plums" })).toBe(429);
});

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOWNLOADS_IN_FLIGHT_PERSON, RATE_LIMITS } from "@/lib/config/limits";
import { HOSTED_PASSWORD, hostedClient, hostedOf, type HostedPerson, hostedPerson } from "../support/hosted";
import { type TestServer, startServer } from "../support/server";

/** The hosted interface with the limits as they are in life, and with more than they allow. */

let server: TestServer;
/** Shared, because few may sign up from one address. */
let person: HostedPerson;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_SCALE: "1" } });
  person = await hostedPerson(server);
});
afterAll(() => server?.dispose());

describe("the hosted interface", () => {
  it("counts the same attempts as the first", async () => {
    const { email } = await hostedPerson(server);
    const client = await hostedClient(server);
    const hosted = async () =>
      (await client.auth.signInWithPassword({ email, password: "not these words" })).error?.code;
    const own = async () => {
      const response = await fetch(`${server.url}/api/v2/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: "not these words" }),
      });
      return ((await response.json()) as { code: string }).code;
    };
    for (let count = 0; count < RATE_LIMITS.loginAccount.points; count++)
      expect(await (count % 2 ? own() : hosted())).toBe("invalid_credentials");
    expect(await hosted()).toBe("over_request_rate_limit");
    expect(await own()).toBe("rate_limited");
    // The right password does not help either.
    const right = await client.auth.signInWithPassword({ email, password: HOSTED_PASSWORD });
    expect(right.error).toMatchObject({ code: "over_request_rate_limit", status: 429 });
  });
});

describe("expensive questions", () => {
  it("of one person keep nobody else from theirs", async () => {
    const [greedy, other] = [await hostedPerson(server), await hostedPerson(server)];
    const text = randomBytes(8).toString("hex");
    await server.database.query(
      `INSERT INTO posts (id, author_id, body, render)
       SELECT gen_random_uuid(), $1, repeat('ab' || n, 400), '{}' FROM generate_series(1, 20000) n`,
      [greedy.id],
    );
    const asked = Array.from({ length: 60 }, () =>
      greedy.client
        .from("posts")
        .select("id, comments(count), reactions(count)", { count: "exact" })
        .likeAllOf("body", ["%a%b%1%a%b%2%", `%${text}%`]),
    );
    let waiting = 0;
    const all = Promise.all(
      asked.map(async (query) => {
        waiting++;
        const { error } = await query;
        waiting--;
        return error?.code ?? "ok";
      }),
    );
    expect((await other.client.from("profiles").select("id").eq("id", other.id).single()).error).toBeNull();
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    // Most of the thirty that wait their turn still do.
    expect(waiting).toBeGreaterThan(10);
    const codes = new Set(await all);
    for (const code of codes) expect(["ok", "rate_limited", "unavailable"]).toContain(code);
    expect(codes.has("rate_limited")).toBe(true);
  });

  it("end at a number a minute", async () => {
    const { url, publicKey } = await hostedOf(server);
    const { data } = await person.client.auth.getSession();
    const headers = { apikey: publicKey, authorization: `Bearer ${data.session!.access_token}` };
    const read = async () =>
      (await fetch(`${url}/rest/v1/follows?select=follower_id&limit=1`, { headers })).status;
    const statuses: number[] = [];
    const { points } = RATE_LIMITS.hostedReads;
    // Some at once, so that a slow machine needs less than the minute for them, too.
    while (statuses.length < points)
      statuses.push(
        ...(await Promise.all(Array.from({ length: Math.min(16, points - statuses.length) }, read))),
      );
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(await read()).toBe(429);
  });

  it("so do checks of packages, however their address is spelt", async () => {
    const { url, publicKey } = await hostedOf(server);
    const { data } = await person.client.auth.getSession();
    const headers = { apikey: publicKey, authorization: `Bearer ${data.session!.access_token}` };
    const check = (name: string) =>
      fetch(`${url}/functions/v1/${name}`, { method: "POST", headers, body: "no package" });
    const { points } = RATE_LIMITS.packageChecks;
    for (let count = 0; count < points; count++)
      expect(await (await check("package-check")).json()).toMatchObject({ ok: false });
    for (const name of ["package-check", "package%2Dcheck"]) expect((await check(name)).status).toBe(429);
  });
});

it("downloads that are not read are so many and no more", async () => {
  const files = person.client.storage.from("files");
  const bytes = 20 * 1024 * 1024;
  await files.upload(`${person.id}/large`, randomBytes(bytes));
  const { signedUrl } = (await files.createSignedUrl(`${person.id}/large`, 600)).data!;
  const open: Response[] = [];
  open.push(
    ...(await Promise.all(Array.from({ length: DOWNLOADS_IN_FLIGHT_PERSON }, () => fetch(signedUrl)))),
  );
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
  const refused = await fetch(signedUrl);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await refused.json()).toMatchObject({ code: "too_many_downloads" });
  // Another person's downloads are served; and this one's once another was read, or left.
  const other = await hostedPerson(server);
  await other.client.storage.from("files").upload(`${other.id}/small`, "plums");
  expect(await (await other.client.storage.from("files").download(`${other.id}/small`)).data?.text()).toBe(
    "plums",
  );
  expect((await open[0]!.arrayBuffer()).byteLength).toBe(bytes);
  await open[1]!.body!.cancel();
  for (let n = 0; n < 2; n++)
    await expect
      .poll(async () => {
        const response = await fetch(signedUrl);
        open.push(response);
        return response.status;
      })
      .toBe(200);
  for (const response of open) if (!response.bodyUsed) await response.body?.cancel();
});

import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { SignupResponse } from "@/lib/auth/contract";
import type { CreatedToken, TokenInfo } from "@/lib/auth/token-contract";
import { DELETE } from "@/app/api/posts/[id]/route";
import { GET } from "@/app/api/v1/timeline/route";
import { createToken } from "@/lib/auth/token-service";
import type { TokenScope } from "@/lib/auth/token-scopes";
import { RATE_LIMITS } from "@/lib/config/limits";
import { db } from "@/lib/db/client";
import { ApiClient, signUpOnboarded } from "../support/api";
import { readEvents } from "../support/event-reader";
import { makePerson, type TestPerson } from "../support/people";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Personal access tokens as a program meets them, over HTTP. */

let server: SharedServer;
let owner: ApiClient;

beforeAll(async () => {
  server = sharedServer();
  owner = await signUpOnboarded(server);
});

type Problem = { code?: string };

const create = (client: ApiClient, scopes: string[], expiresInDays: number | null = 30) =>
  client.must<CreatedToken>("POST", "/v2/auth/tokens", { name: "A bot", scopes, expiresInDays });

async function bot(scopes: string[], client = owner): Promise<ApiClient> {
  return new ApiClient(server.url, (await create(client, scopes)).token);
}

const codeOf = async (client: ApiClient, method: string, path: string, body?: object) =>
  ((await client.call<Problem>(method, path, body)).body ?? {}).code ?? "ok";

const GONE = "0190a0a0-0000-7000-8000-000000000000";

/** A token made in this process, whose rate limits are the real ones. */
async function createdFor(person: TestPerson, scopes: TokenScope[]): Promise<string> {
  const session = await db().session.findFirstOrThrow({ where: { userId: person.id }, select: { id: true } });
  const actor = { userId: person.id, sessionId: session.id, email: "x@gum.test", language: "en" } as const;
  return (await createToken(actor, { name: "A bot", scopes, expiresInDays: null })).token;
}

const post = (text: string) => ({ kind: "text", body: text });

describe("creating one", () => {
  it("shows the token once, and stores a keyed hash of it", async () => {
    const created = await create(owner, ["posts:write", "read", "read"]);
    expect(created.token).toMatch(/^gum_pat_[\w-]{64}$/);
    expect(created).toMatchObject({ name: "A bot", scopes: ["read", "posts:write"], lastUsedAt: null });
    const { items } = await owner.must<{ items: TokenInfo[] }>("GET", "/v2/auth/tokens");
    expect(items.find(({ id }) => id === created.id)).toMatchObject({ name: "A bot" });
    expect(JSON.stringify(items)).not.toContain(created.token.slice(-20));
    const rows = await server.database.query<{ text: string }>(
      "SELECT t::text AS text FROM personal_tokens t WHERE id = $1",
      [created.id],
    );
    expect(rows[0]!.text).not.toContain(created.token.slice(-20));
    expect(server.logs()).not.toContain(created.token);
  });

  it.each([
    [{ name: "", scopes: ["read"], expiresInDays: 1 }],
    [{ name: "x".repeat(51), scopes: ["read"], expiresInDays: 1 }],
    [{ name: "a\u202Eb", scopes: ["read"], expiresInDays: 1 }],
    [{ name: "a", scopes: [], expiresInDays: 1 }],
    [{ name: "a", scopes: ["account"], expiresInDays: 1 }],
    [{ name: "a", scopes: ["read"], expiresInDays: 0 }],
    [{ name: "a", scopes: ["read"], expiresInDays: 10_000 }],
    [{ name: "a", scopes: ["read"] }],
    [{ name: "a", scopes: ["read"], expiresInDays: null, userId: "x" }],
  ])("refuses %j", async (body) => {
    expect(await codeOf(owner, "POST", "/v2/auth/tokens", body)).toBe("validation_error");
  });

  it("takes a recent proof of who one is, and a person who is onboarded", async () => {
    const late = await signUpOnboarded(server);
    await server.database.query(
      `UPDATE sessions SET reauthenticated_at = now() - interval '11 minutes'
       WHERE user_id = (SELECT id FROM users WHERE id = $1)`,
      [(await late.must<{ id: string }>("GET", "/v2/users/me")).id],
    );
    const body = { name: "a", scopes: ["read"], expiresInDays: 1 };
    expect(await codeOf(late, "POST", "/v2/auth/tokens", body)).toBe("reauthentication_required");
    const newcomer = new ApiClient(server.url);
    const username = `new_${randomBytes(4).toString("hex")}`;
    const signup = await newcomer.must<SignupResponse>("POST", "/v2/auth/signup", {
      email: `${username}@gum.test`,
      username,
      password: "a handful of words",
    });
    newcomer.accessToken = signup.accessToken;
    expect(await codeOf(newcomer, "POST", "/v2/auth/tokens", body)).toBe("onboarding_required");
  });

  it("ends at fifty a person, however many are created at once", async () => {
    const person = await signUpOnboarded(server);
    const { id } = await person.must<{ id: string }>("GET", "/v2/users/me");
    await server.database.query(
      `INSERT INTO personal_tokens (id, user_id, name, token_hash, scopes)
       SELECT gen_random_uuid(), $1, 'old', 'x', '{read}' FROM generate_series(1, 48)`,
      [id],
    );
    const body = { name: "a", scopes: ["read"], expiresInDays: null };
    const codes = await Promise.all(
      Array.from({ length: 6 }, () => codeOf(person, "POST", "/v2/auth/tokens", body)),
    );
    expect(codes.filter((code) => code === "ok")).toHaveLength(2);
    expect(codes.filter((code) => code === "quota_exceeded")).toHaveLength(4);
  });
});

describe("scopes", () => {
  it("read reads, and writes nothing", async () => {
    const reader = await bot(["read"]);
    const me = await reader.must<{ id: string }>("GET", "/v2/users/me");
    await reader.must("GET", "/v1/timeline");
    await reader.must("GET", `/users/${me.id}/posts`);
    for (const [method, path, body] of [
      ["POST", "/v1/posts", post("no")],
      ["POST", "/v1/reactions", { postId: me.id, action: "like" }],
      ["PATCH", `/apps/${me.id}/publish`, { isPublic: true }],
      ["POST", "/apps", {}],
    ] as const)
      expect(await codeOf(reader, method, path, body), path).toBe("insufficient_scope");
  });

  it("posts:write posts, comments, likes and deletes, and reads nothing", async () => {
    const writer = await bot(["posts:write"]);
    const made = await writer.must<{ id: string }>("POST", "/v1/posts", post("By a bot"));
    await writer.must("POST", `/posts/${made.id}/comments`, { content: "And a comment" });
    await writer.must("POST", "/v1/reactions", { postId: made.id, action: "like" });
    await writer.must("POST", `/posts/${made.id}/repost`);
    expect(await codeOf(writer, "GET", `/posts/${made.id}`)).toBe("insufficient_scope");
    expect(await codeOf(writer, "GET", "/v1/timeline")).toBe("insufficient_scope");
    await writer.must("DELETE", `/posts/${made.id}`);
  });

  it("count for HEAD as for GET", async () => {
    const [reader, writer] = await Promise.all([bot(["read"]), bot(["posts:write"])]);
    expect((await reader.call("HEAD", "/v1/timeline")).status).toBe(200);
    expect((await writer.call("HEAD", "/v1/timeline")).status).toBe(403);
  });

  it("open nothing that only comes close to a path", async () => {
    const authorization = `Bearer ${(await bot(["read", "posts:write", "apps:publish"])).accessToken}`;
    for (const path of [
      "/api/v1/timeline/",
      "/api/v1/timeline/x",
      "//api/v1/timeline",
      "/API/v1/timeline",
      "/api/v1/time%6Cine",
      "/x/api/v1/timeline",
      "/api/posts//comments",
    ])
      for (const method of ["GET", "POST", "PURGE"]) {
        const answer = await fetch(server.url + path, {
          method,
          headers: { authorization },
          redirect: "manual",
        });
        expect([307, 308, 400, 403, 404, 405, 501], `${method} ${path}`).toContain(answer.status);
      }
  });

  it("apps:publish reaches the app routes with the owner's rights only", async () => {
    const publisher = await bot(["apps:publish"]);
    expect(await codeOf(publisher, "PATCH", `/apps/${GONE}/publish`, { isPublic: true })).toBe("unknown_app");
    expect(await codeOf(publisher, "DELETE", `/apps/${GONE}`)).toBe("insufficient_scope");
    expect(await codeOf(publisher, "GET", `/apps/${GONE}/storage`)).toBe("insufficient_scope");
  });

  it("never open the account, with all of them", async () => {
    const all = await bot(["read", "posts:write", "apps:publish"]);
    const { items } = await owner.must<{ items: TokenInfo[] }>("GET", "/v2/auth/tokens");
    for (const [method, path, body] of [
      ["GET", "/v2/auth/tokens"],
      ["POST", "/v2/auth/tokens", { name: "b", scopes: ["read"], expiresInDays: null }],
      ["DELETE", `/v2/auth/tokens/${items[0]!.id}`],
      ["GET", "/v2/auth/sessions"],
      ["DELETE", "/v2/auth/sessions"],
      ["PUT", "/v2/auth/email", { email: "other@gum.test" }],
      ["PUT", "/v2/auth/password", { password: "another handful of words" }],
      ["POST", "/v2/auth/reauthenticate", { password: "x" }],
      ["GET", "/v2/auth/factors"],
      ["POST", "/v2/auth/factors"],
      ["DELETE", "/v2/auth/factors"],
      ["POST", "/v2/auth/logout"],
      ["POST", "/v2/auth/refresh", {}],
      ["PATCH", "/v2/users/me", { displayName: "x" }],
      ["DELETE", "/v2/users/me", { username: "x" }],
      ["GET", "/v2/users/me/app-data"],
      ["GET", "/v2/users/me/permissions"],
    ] as const)
      expect(await codeOf(all, method, path, body), `${method} ${path}`).toBe("insufficient_scope");
    await owner.must("GET", "/v2/auth/me");
  });
});

describe("tokens that are not valid", () => {
  const unsigned = (payload: object) =>
    [{ alg: "none", typ: "JWT" }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");

  it("are refused: forged, cut, of another kind or algorithm", async () => {
    const { token, id } = await create(owner, ["read"]);
    const { id: userId } = await owner.must<{ id: string }>("GET", "/v2/users/me");
    const claims = { sub: userId, sid: id, iss: "gum", aud: "gum-api", exp: 9_999_999_999 };
    const flipped = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    for (const forged of [
      flipped,
      `gum_pat_${randomBytes(48).toString("base64url")}`,
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      token.replace("gum_pat_", ""),
      token.replace("gum_pat_", "gum_pat_1"),
      "gum_pat_",
      `${unsigned(claims)}.`,
      `${unsigned(claims)}.${Buffer.from("x").toString("base64url")}`,
      "none",
    ]) {
      const answer = await new ApiClient(server.url, forged).call<Problem>("GET", "/v1/timeline");
      expect([answer.status, answer.body.code], forged).toEqual([401, "invalid_token"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("end with their time, and stay in the list until the job removes them", async () => {
    const { token, id } = await create(owner, ["read"], 1);
    const client = new ApiClient(server.url, token);
    await client.must("GET", "/v1/timeline");
    await server.database.query(
      "UPDATE personal_tokens SET expires_at = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    expect(await codeOf(client, "GET", "/v1/timeline")).toBe("invalid_token");
    const { items } = await owner.must<{ items: TokenInfo[] }>("GET", "/v2/auth/tokens");
    expect(items.map((item) => item.id)).toContain(id);
  });

  it("end when revoked, by their owner only, and their streams with them", async () => {
    const { token, id } = await create(owner, ["read"]);
    const client = new ApiClient(server.url, token);
    const stranger = await signUpOnboarded(server);
    expect(await codeOf(stranger, "DELETE", `/v2/auth/tokens/${id}`)).toBe("not_found");
    const stream = await fetch(`${server.url}/api/realtime/v1/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = readEvents(stream.body!);
    await owner.must("DELETE", `/v2/auth/tokens/${id}`);
    expect(await codeOf(client, "GET", "/v1/timeline")).toBe("invalid_token");
    await expect.poll(() => reader.ended()).toBe(true);
    expect(await codeOf(owner, "DELETE", `/v2/auth/tokens/${id}`)).toBe("not_found");
  });

  it("end with a change of password, and with the account", async () => {
    const person = await signUpOnboarded(server);
    const first = await bot(["read"], person);
    await person.must("PUT", "/v2/auth/password", { password: "another handful of words" });
    expect(await codeOf(first, "GET", "/v1/timeline")).toBe("invalid_token");
    const second = await bot(["read"], person);
    const { username } = await second.must<{ username: string }>("GET", "/v2/users/me");
    await person.must("DELETE", "/v2/users/me", { username });
    expect(await codeOf(second, "GET", "/v1/timeline")).toBe("invalid_token");
  });
});

describe("requests with a token", () => {
  it("need no origin of ours, and no cookie counts beside it", async () => {
    const person = await signUpOnboarded(server);
    const { token } = await create(person, ["read"]);
    const login = await fetch(`${server.url}/api/v2/auth/signup`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-info": "gum-web" },
      body: JSON.stringify({
        email: `${randomBytes(4).toString("hex")}@gum.test`,
        username: `c_${randomBytes(4).toString("hex")}`,
        password: "a handful of words",
      }),
    });
    const cookie = login.headers.get("set-cookie")!.split(";")[0]!;
    const ask = (authorization: string, method = "GET", path = "/api/v2/users/me") =>
      fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization,
          cookie,
          origin: "https://elsewhere.test",
          "content-type": "application/json",
        },
        ...(method === "POST" && { body: JSON.stringify(post("x")) }),
      });
    const { id } = await person.must<{ id: string }>("GET", "/v2/users/me");
    expect(await (await ask(`Bearer ${token}`)).json()).toMatchObject({ id });
    expect((await ask(`Bearer ${token}x`)).status).toBe(401);
    const writer = await create(person, ["posts:write"]);
    expect((await ask(`Bearer ${writer.token}`, "POST", "/api/v1/posts")).status).toBe(201);
    // With a token that is refused the request is as foreign as before.
    expect((await ask("Bearer gum_pat_x", "POST", "/api/v1/posts")).status).toBe(401);
  });

  it("note their last use", async () => {
    const { token, id } = await create(owner, ["read"]);
    await new ApiClient(server.url, token).must("GET", "/v1/timeline");
    const lastUse = async () =>
      (await owner.must<{ items: TokenInfo[] }>("GET", "/v2/auth/tokens")).items.find(
        (item) => item.id === id,
      )!.lastUsedAt;
    await expect.poll(lastUse).not.toBeNull();
  });

  it("have limits of their own: a token that is used up leaves the person and the others alone", async () => {
    const person = await makePerson("busy_bot");
    const busy = await createdFor(person, ["posts:write"]);
    const other = await createdFor(person, ["read"]);
    const remove = (token: string) =>
      DELETE(
        new Request(`http://localhost:3000/api/posts/${GONE}`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${token}` },
        }),
        { params: Promise.resolve({ id: GONE }) },
      );
    for (let count = 0; count < RATE_LIMITS.tokenWrites.points; count++)
      expect((await remove(busy)).status).toBe(404);
    const refused = await remove(busy);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const asked = await GET(
      new Request("http://localhost:3000/api/v1/timeline", { headers: { authorization: `Bearer ${other}` } }),
      { params: Promise.resolve({}) },
    );
    expect(asked.status).toBe(200);
    expect((await remove(person.token)).status).toBe(404);
  });
});

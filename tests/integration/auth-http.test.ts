import { beforeAll, describe, expect, it } from "vitest";
import type { LoginResponse, MeResponse, SignupResponse } from "@/lib/auth/contract";
import type { Me } from "@/lib/people/user-contract";
import type { Problem } from "@/lib/http/problem";
import { ApiClient } from "../support/api";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** The routes of accounts as a program meets them, over HTTP. */

let server: SharedServer;
let count = 0;

beforeAll(() => {
  server = sharedServer();
});

const fresh = () => {
  count++;
  return { email: `http${count}@gum.test`, password: "a handful of words", username: `caller${count}` };
};

type Raw = { status: number; body: Problem & Record<string, unknown>; headers: Headers };

async function send(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Raw> {
  const { json, headers, ...rest } = init;
  const response = await fetch(`${server.url}${path}`, {
    redirect: "manual",
    ...rest,
    headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
    ...(json !== undefined && { method: rest.method ?? "POST", body: JSON.stringify(json) }),
  });
  const text = await response.text();
  let body = {} as Raw["body"];
  try {
    body = JSON.parse(text || "{}") as Raw["body"];
  } catch {
    // A page
  }
  return { status: response.status, body, headers: response.headers };
}

const WEB = { "x-client-info": "gum-web" };
const cookieOf = (answer: Raw) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

async function signedUp() {
  const account = fresh();
  const client = new ApiClient(server.url);
  const answer = await client.must<SignupResponse>("POST", "/v2/auth/signup", account);
  client.accessToken = answer.accessToken;
  return { account, client, answer };
}

describe("shapes", () => {
  it("sign-up answers 201 with the bearer pair, and the name for the display name", async () => {
    const account = fresh();
    const answer = await send("/api/v2/auth/signup", { json: account });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      requiresEmailConfirmation: false,
      accessToken: expect.any(String) as string,
      refreshToken: expect.any(String) as string,
      user: { username: account.username, displayName: account.username, email: account.email },
    });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("login answers the pair, its end and the person", async () => {
    const { account } = await signedUp();
    const { email, password } = account;
    const answer = await send("/api/v2/auth/login", { json: { email: ` ${email.toUpperCase()}`, password } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["accessToken", "expiresAt", "refreshToken", "user"]);
    expect(Date.parse(String(answer.body.expiresAt))).toBeGreaterThan(Date.now());
  });

  it("login of the product's own pages sets an HttpOnly cookie and gives no token", async () => {
    const { account } = await signedUp();
    const { email, password } = account;
    const answer = await send("/api/v2/auth/login", { json: { email, password }, headers: WEB });
    expect(Object.keys(answer.body).sort()).toEqual(["expiresAt", "user"]);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^next-auth\.session-token=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookieOf(answer);
    expect((await send("/api/v2/auth/me", { headers: { cookie } })).status).toBe(200);
    const session = await send("/api/auth/session", { headers: { cookie } });
    expect(session.body).toMatchObject({ user: { id: (answer.body.user as Me).id } });
    expect(JSON.stringify(session.body)).not.toContain(email);
  });

  it("me answers person and onboarding", async () => {
    const { client } = await signedUp();
    const me = await client.must<MeResponse>("GET", "/v2/auth/me");
    expect(me).toMatchObject({
      onboarding: { version: "v1", isOnboarded: false },
      onboarding_completed: false,
    });
    expect(me.user.onboarding).toEqual(me.onboarding);
  });

  it("refresh answers like login, and says what is missing", async () => {
    const { answer, client } = await signedUp();
    const next = await client.must<LoginResponse>("POST", "/v2/auth/refresh", {
      refreshToken: answer.refreshToken,
    });
    expect(Object.keys(next).sort()).toEqual(["accessToken", "expiresAt", "refreshToken", "user"]);
    expect((await send("/api/v2/auth/refresh", { json: {} })).body).toMatchObject({
      code: "no_refresh_token",
      message: "No refresh token available",
    });
    expect(await send("/api/v2/auth/refresh", { json: { refreshToken: "nonsense" } })).toMatchObject({
      status: 401,
      body: { code: "invalid_token", message: "Your session has expired. Please sign in again." },
    });
  });

  it("logout ends the bearer pair and the cookie", async () => {
    const { account, client, answer } = await signedUp();
    expect((await client.call("POST", "/v2/auth/logout")).status).toBe(204);
    expect((await client.call<Problem>("GET", "/v2/auth/me")).body.code).toBe("invalid_token");
    const refreshed = await send("/api/v2/auth/refresh", { json: { refreshToken: answer.refreshToken } });
    expect(refreshed.status).toBe(401);
    const { email, password } = account;
    const cookie = cookieOf(await send("/api/v2/auth/login", { json: { email, password }, headers: WEB }));
    const out = await send("/api/v2/auth/logout", { method: "POST", headers: { cookie } });
    expect(out.headers.get("set-cookie")).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
    expect((await send("/api/v2/auth/me", { headers: { cookie } })).status).toBe(401);
  });

  it("the profile carries an ETag; a stale If-Match is 412, none is accepted", async () => {
    const { client } = await signedUp();
    const auth = { authorization: `Bearer ${client.accessToken}` };
    const first = await send("/api/v2/users/me", { headers: auth });
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^"[^"]+"$/);
    const patch = (json: object, headers: Record<string, string> = {}) =>
      send("/api/v2/users/me", { method: "PATCH", json, headers: { ...auth, ...headers } });
    const changed = await patch({ bio: "one" }, { "if-match": etag });
    expect(changed).toMatchObject({ status: 200, body: { success: true, data: { bio: "one" } } });
    expect(changed.headers.get("etag")).not.toBe(etag);
    expect(await patch({ bio: "two" }, { "if-match": etag })).toMatchObject({
      status: 412,
      body: { code: "precondition_failed", details: { current: { bio: "one" } } },
    });
    expect((await patch({ bio: "three" })).status).toBe(200);
    expect((await patch({ bio: "four" }, { "if-match": "*" })).status).toBe(200);
  });

  it("failures are problem+json with a request id", async () => {
    const answer = await send("/api/v2/auth/login", {
      json: { email: "nobody@gum.test", password: "whatever" },
    });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.body).toMatchObject({
      type: "about:blank",
      title: "Unauthorized",
      status: 401,
      code: "invalid_credentials",
      message: "Invalid email or password",
      detail: "Invalid email or password",
      requestId: answer.headers.get("x-request-id"),
    });
  });

  it.each([
    ["email", "email_taken", "This email is already registered"],
    ["username", "username_taken", "This username is already in use. Please choose another."],
  ] as const)("a taken %s is a conflict that names its field", async (field, code, message) => {
    const { account } = await signedUp();
    const answer = await send("/api/v2/auth/signup", { json: { ...fresh(), [field]: account[field] } });
    expect(answer).toMatchObject({ status: 409, body: { code, message, fields: [{ path: field, code }] } });
  });
});

describe("bad input", () => {
  const LOGIN = "/api/v2/auth/login";
  const raw = (body: string) =>
    send(LOGIN, { method: "POST", body, headers: { "content-type": "application/json" } });

  it.each([
    ["a field too many", '{"email":"a@gum.test","password":"xxxxxxxx","admin":true}'],
    ["no address", '{"email":"not an address","password":"xxxxxxxx"}'],
    ["two addresses", '{"email":"a@gum.test,b@gum.test","password":"xxxxxxxx"}'],
    ["a header in the address", '{"email":"a@gum.test\\r\\nBcc: x@gum.test","password":"xxxxxxxx"}'],
    [
      "an address of 10,000 characters",
      JSON.stringify({ email: `${"a".repeat(10_000)}@gum.test`, password: "x" }),
    ],
    [
      "a password of 10,000 characters",
      JSON.stringify({ email: "a@gum.test", password: "x".repeat(10_000) }),
    ],
  ])("%s is refused in time", async (_, body) => {
    const answer = await raw(body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.code).toMatch(/^(validation_error|invalid_json|payload_too_large)$/);
  });

  it("ten megabytes are refused, though nothing announces them", async () => {
    const answer = await fetch(`${server.url}${LOGIN}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new Blob([new Uint8Array(10 * 1024 * 1024).fill(32)]).stream(),
      // @ts-expect-error -- Node's fetch needs it for a stream
      duplex: "half",
    }).then(
      (response) => response.status,
      // The server may close while the rest is still being sent.
      () => 413,
    );
    expect(answer).toBe(413);
  });

  it.each([
    ["GET", "/api/v2/auth/login"],
    ["DELETE", "/api/v2/auth/signup"],
    ["PUT", "/api/v2/auth/me"],
  ])("%s %s is not a method there", async (method, path) => {
    expect((await send(path, { method })).status).toBe(405);
  });

  it.each([["\u202eeman"], ["\u200b"], ["\u2800\u2800"], ["\u3164"], ["two\nlines"], ["zero\u200bwidth"]])(
    "a display name %j that is not what it seems is refused",
    async (displayName) => {
      const { client } = await signedUp();
      for (const answer of [
        await client.call("PATCH", "/v2/users/me", { displayName }),
        await send("/api/v2/auth/signup", { json: { ...fresh(), displayName } }),
      ])
        expect(answer).toMatchObject({
          status: 400,
          body: { code: "validation_error", fields: [{ path: "displayName", code: "hidden_characters" }] },
        });
    },
  );

  it("a display name of family emoji, flags or Japanese is as good as any", async () => {
    const { client } = await signedUp();
    for (const displayName of ["👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "高橋 美香", "Zoë ☕️"])
      expect(await client.call("PATCH", "/v2/users/me", { displayName })).toMatchObject({
        body: { data: { displayName } },
      });
  });

  it("a password of seven is refused at sign-up with the specification's words", async () => {
    const answer = await send("/api/v2/auth/signup", { json: { ...fresh(), password: "seven77" } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: "validation_error",
        message: "Invalid email or password format. Password must be at least 8 characters.",
        fields: [{ path: "password", code: "password_too_short" }],
      },
    });
  });
});

describe("other sites", () => {
  it.each([
    [{ origin: "https://evil.test" }],
    [{ origin: "null" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("%o cannot act with a person's cookie", async (headers) => {
    const { account } = await signedUp();
    const { email, password } = account;
    const cookie = cookieOf(await send("/api/v2/auth/login", { json: { email, password }, headers: WEB }));
    for (const [method, path, json] of [
      ["POST", "/api/v2/auth/logout", {}],
      ["PATCH", "/api/v2/users/me", { bio: "stolen" }],
      ["DELETE", "/api/v2/users/me", { username: account.username }],
      ["POST", "/api/v2/auth/login", { email, password }],
    ] as const) {
      const answer = await send(path, { method, json, headers: { ...headers, cookie } });
      expect(answer, path).toMatchObject({ status: 403, body: { code: "cross_site" } });
    }
    expect((await send("/api/v2/auth/me", { headers: { cookie } })).status).toBe(200);
  });

  it.each([
    ["/api/auth/signin?callbackUrl=https://evil.test"],
    ["/api/auth/signout?callbackUrl=//evil.test"],
    ["/api/v2/auth/ended?next=https://evil.test"],
    ["/api/v2/auth/ended?next=//evil.test/apps"],
    ["/api/v2/auth/ended?next=/\\evil.test"],
    ["/login?callbackUrl=https://evil.test"],
    ["/apps"],
    ["/app/x"],
  ])("%s leads nowhere else, whatever Host and X-Forwarded-Host say", async (path) => {
    const claims: Record<string, string>[] = [
      {},
      { "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" },
      { forwarded: "host=evil.test" },
    ];
    for (const headers of claims) {
      const answer = await send(path, { headers });
      const location = answer.headers.get("location");
      if (location) expect(new URL(location, server.url).origin).toBe(new URL(server.url).origin);
      expect(answer.headers.get("set-cookie") ?? "").not.toContain("evil.test%2F");
    }
  });

  it("next-auth's own form needs its CSRF token, and never redirects elsewhere", async () => {
    const { account } = await signedUp();
    const form = (fields: Record<string, string>, cookie = "") =>
      send("/api/auth/callback/credentials", {
        method: "POST",
        body: new URLSearchParams({ ...account, ...fields }),
        headers: { cookie },
      });
    const without = await form({});
    expect(without.headers.getSetCookie().join()).not.toContain("session-token");
    const csrf = await send("/api/auth/csrf");
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const signedIn = await form(
      { csrfToken: String(csrf.body.csrfToken), callbackUrl: "https://evil.test" },
      cookie,
    );
    expect(signedIn.headers.getSetCookie().join()).toContain("next-auth.session-token=");
    expect(new URL(signedIn.headers.get("location") ?? "/", server.url).origin).toBe(
      new URL(server.url).origin,
    );
    const wrong = await form({ csrfToken: String(csrf.body.csrfToken), password: "wrong words" }, cookie);
    const refused = new URL(wrong.headers.get("location") ?? "", server.url);
    expect(refused.origin).toBe(new URL(server.url).origin);
    expect(refused.searchParams.get("error")).toBe("invalid_credentials");
    expect(wrong.headers.getSetCookie().join()).not.toContain("session-token=e");
  });
});

it("every page is under the shell's policy, also one that a missing file gets", async () => {
  const { account } = await signedUp();
  const { email, password } = account;
  await server.database.query(
    "UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now() WHERE email = $1",
    [email],
  );
  const cookie = cookieOf(await send("/api/v2/auth/login", { json: { email, password }, headers: WEB }));
  for (const path of ["/timeline", "/nothing.png", "/settings.js", "/sandbox/nothing", "/docs/nothing.md"]) {
    for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
      const answer = await send(path, { headers });
      if (/png|js$/.test(path)) expect(answer.status, path).toBe(404);
      else expect(answer.status, path).toBeLessThan(400);
      expect(answer.headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("x-frame-options"), path).toBe("DENY");
    }
  }
  expect((await send("/icons/app-default.svg")).headers.get("content-type")).toBe("image/svg+xml");
});

describe("forged sessions", () => {
  it.each([
    ["next-auth.session-token=x"],
    ["next-auth.session-token=eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."],
    ["__Secure-next-auth.session-token=x"],
    ["next-auth.session-token="],
  ])("%s is nobody's", async (cookie) => {
    expect((await send("/api/v2/auth/me", { headers: { cookie } })).status).toBe(401);
    const location = (await send("/timeline", { headers: { cookie } })).headers.get("location") ?? "";
    expect(new URL(location, server.url).href).toBe(`${server.url}/login`);
  });

  it("a cookie whose session ended leads to login and is taken away", async () => {
    const { account, answer } = await signedUp();
    const { email, password } = account;
    const cookie = cookieOf(await send("/api/v2/auth/login", { json: { email, password }, headers: WEB }));
    await server.database.query("UPDATE sessions SET revoked_at = now() WHERE user_id = $1", [answer.userId]);
    const ended = await send("/api/v2/auth/ended?next=/search?q=x", { headers: { cookie } });
    expect(ended.status).toBe(303);
    expect(ended.headers.get("location")).toBe("/login");
    const cookies = ended.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^next-auth\.session-token=; /);
    expect(cookies[1]).toMatch(/^gum-after-login=%2Fsearch%3Fq%3Dx; /);
  });
});

describe("what others may know", () => {
  it("an address is in no answer about somebody else, and no secret in the log", async () => {
    const { account, answer } = await signedUp();
    const { client } = await signedUp();
    await client.call("PATCH", "/v2/users/me", { bio: "x" });
    const seen = await client.call("GET", `/users/${answer.userId}`);
    expect(JSON.stringify(seen.body)).not.toContain(account.email);
    for (const secret of [account.email, account.password, answer.refreshToken!, answer.accessToken!]) {
      expect(server.logs()).not.toContain(secret);
    }
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { some } from "../support/depth";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** What a stranger may send to any endpoint of accounts and profiles: refused with a reason. What it costs: json.test.ts. */

const AUTH = "/api/v2/auth";
const email = "a@gum.test";
const password = "a handful of words";
const code = "123456";
const token = "t".repeat(43);
const cf_turnstile_token = "x";

/** Each endpoint with the bodies it knows; none: it takes no JSON at all. */
const ENDPOINTS: [method: string, path: string, bodies: Record<string, string>[]][] = [
  [
    "POST",
    `${AUTH}/signup`,
    [{ email, password, username: "somebody", displayName: "Somebody", cf_turnstile_token }],
  ],
  ["POST", `${AUTH}/login`, [{ email, password, cf_turnstile_token }]],
  ["POST", `${AUTH}/challenge`, [{ challenge: token, code }]],
  ["POST", `${AUTH}/refresh`, [{ refreshToken: token }]],
  ["POST", `${AUTH}/logout`, []],
  ["POST", `${AUTH}/verify`, [{ token }, { email, code }]],
  ["POST", `${AUTH}/resend`, [{ email }]],
  ["POST", `${AUTH}/recover`, [{ email, cf_turnstile_token }]],
  [
    "POST",
    `${AUTH}/recover/confirm`,
    [
      { token, password },
      { email, code, password },
    ],
  ],
  ["POST", `${AUTH}/otp`, [{ token }, { email, code }, { email, cf_turnstile_token }]],
  ["POST", `${AUTH}/reauthenticate`, [{ password }, { code }]],
  ["PUT", `${AUTH}/password`, [{ password }]],
  ["PUT", `${AUTH}/email`, [{ email }]],
  ["POST", `${AUTH}/email/confirm`, [{ token }, { code }]],
  ["POST", `${AUTH}/factors`, []],
  ["DELETE", `${AUTH}/factors`, []],
  ["POST", `${AUTH}/factors/confirm`, [{ code }]],
  ["POST", `${AUTH}/factors/recovery-codes`, []],
  ["DELETE", `${AUTH}/sessions`, []],
  ["DELETE", `${AUTH}/sessions/nonsense`, []],
  ["POST", "/api/v2/onboarding/consent", [{ version: "v1" }]],
  ["PATCH", "/api/v2/users/me", [{ username: "somebody", displayName: "Somebody", bio: "about" }]],
  ["DELETE", "/api/v2/users/me", [{ username: "target" }]],
  ["PUT", "/api/v2/users/me/avatar", []],
  ["DELETE", "/api/v2/users/me/banner", []],
  ["POST", "/api/auth/callback/credentials", []],
  ["POST", "/api/auth/signin/credentials", []],
  ["POST", "/api/auth/signout", []],
  ["POST", "/api/auth/session", []],
  ["POST", "/api/auth/_log", []],
];

const BAD_VALUES = [["x"], { $gt: "" }, 1, true, null, "a\0b", "x".repeat(10_000)];

const BAD_JSON: (string | Uint8Array<ArrayBuffer>)[] = [
  "[]",
  '[{"email":"a@gum.test"}]',
  "null",
  "1",
  '"x"',
  "{",
  "{'a':1}",
  '{"a":1}x',
  "\0",
  // Half a character
  new Uint8Array([0x7b, 0x22, 0xe3, 0x81, 0x22, 0x7d]),
  '{"email":"a@gum.test","email":"b@gum.test"}',
  '{"x":{"a":1,"\\u0061":2}}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  "[".repeat(50_000),
];
const OTHER_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/json5",
];

let server: SharedServer;
let cookie: string;

beforeAll(async () => {
  server = sharedServer();
  const answer = await fetch(`${server.url}${AUTH}/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-info": "gum-web" },
    body: JSON.stringify({ email: "target@gum.test", password: "a handful of words", username: "target" }),
  });
  await server.database.query(
    "UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now() WHERE email = 'target@gum.test'",
  );
  cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
});

async function attempt(method: string, path: string, body: BodyInit, type: string) {
  try {
    const headers = { cookie, "content-type": type };
    const response = await fetch(`${server.url}${path}`, { method, redirect: "manual", headers, body });
    return { status: response.status, text: await response.text() };
  } catch {
    // The server may close while the rest is still being sent.
    return { status: 413, text: '{"code":"payload_too_large"}' };
  }
}

/** What came back if it was not a refusal. */
async function complaint(method: string, path: string, body: BodyInit, type = "application/json") {
  const { status, text } = await attempt(method, path, body, type);
  if (status >= 400 && status < 500 && /"code":"[a-z_]+"/.test(text)) return [];
  return [`${status} for ${String(body).slice(0, 80)}: ${text.slice(0, 200)}`];
}

describe.each(ENDPOINTS)("%s %s", (method, path, bodies) => {
  it("refuses JSON that is not its own", async () => {
    for (const body of some(BAD_JSON, 2)) expect(await complaint(method, path, body)).toEqual([]);
  });

  if (bodies.length > 0) {
    it("refuses any other kind of value in each field, and a field too many", async () => {
      for (const body of bodies) {
        for (const field of Object.keys(body)) {
          for (const value of some(BAD_VALUES, 3))
            expect(await complaint(method, path, JSON.stringify({ ...body, [field]: value }))).toEqual([]);
        }
        expect(await complaint(method, path, JSON.stringify({ ...body, admin: true }))).toEqual([]);
      }
    });
  }

  const bigHere = some(ENDPOINTS, 4).some((each) => each[1] === path);
  it(`refuses other content types${bigHere ? ", and ten megabytes" : ""}`, async () => {
    // next-auth's own form is the one thing that is not JSON.
    const types = OTHER_TYPES.filter((type) => !path.startsWith("/api/auth") || !type.includes("urlencoded"));
    const body = new TextEncoder().encode(JSON.stringify(bodies[0] ?? {}));
    for (const type of types) expect(await complaint(method, path, body, type)).toEqual([]);
    if (!bigHere) return;
    const big = new Uint8Array(10 * 1024 * 1024).fill(32);
    expect(await complaint(method, path, big)).toEqual([]);
  });
});

it("next-auth's form with a NUL, a field twice or too much is refused, and nobody writes into the log", async () => {
  const type = "application/x-www-form-urlencoded";
  for (const form of ["email=a%00b", "email=a&email=b", "__proto__=a", `email=${"x".repeat(20_000)}`])
    expect(await complaint("POST", "/api/auth/callback/credentials", form, type)).toEqual([]);
  expect(await complaint("POST", "/api/auth/_log", "level=error&code=FORGED&message=forged", type)).toEqual(
    [],
  );
  expect(server.logs()).not.toContain("FORGED");
});

it("nothing of that has changed the account or ended its session", async () => {
  const me = await fetch(`${server.url}/api/v2/users/me`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ username: "target", displayName: "target", bio: "" });
});

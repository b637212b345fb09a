import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, startServer } from "../support/server";

/** What a stranger may send to any endpoint of accounts and profiles: refused with a reason, and soon. */

const AUTH = "/api/v2/auth";
const ENDPOINTS: [string, string][] = [
  ["POST", `${AUTH}/signup`],
  ["POST", `${AUTH}/login`],
  ["POST", `${AUTH}/challenge`],
  ["POST", `${AUTH}/refresh`],
  ["POST", `${AUTH}/logout`],
  ["POST", `${AUTH}/verify`],
  ["POST", `${AUTH}/resend`],
  ["POST", `${AUTH}/recover`],
  ["POST", `${AUTH}/recover/confirm`],
  ["POST", `${AUTH}/otp`],
  ["POST", `${AUTH}/reauthenticate`],
  ["PUT", `${AUTH}/password`],
  ["PUT", `${AUTH}/email`],
  ["POST", `${AUTH}/email/confirm`],
  ["POST", `${AUTH}/factors`],
  ["DELETE", `${AUTH}/factors`],
  ["POST", `${AUTH}/factors/confirm`],
  ["POST", `${AUTH}/factors/recovery-codes`],
  ["DELETE", `${AUTH}/sessions`],
  ["DELETE", `${AUTH}/sessions/nonsense`],
  ["POST", "/api/v2/onboarding/consent"],
  ["PATCH", "/api/v2/users/me"],
  ["DELETE", "/api/v2/users/me"],
  ["PUT", "/api/v2/users/me/avatar"],
  ["DELETE", "/api/v2/users/me/banner"],
  ["POST", "/api/auth/callback/credentials"],
  ["POST", "/api/auth/signin/credentials"],
  ["POST", "/api/auth/signout"],
  ["POST", "/api/auth/session"],
  ["POST", "/api/auth/_log"],
];

/** Every field that any of them knows, with a value of the right kind. */
const FIELDS = {
  email: "a@gum.test",
  password: "a handful of words",
  username: "somebody",
  displayName: "Somebody",
  bio: "about",
  code: "123456",
  token: "t".repeat(43),
  challenge: "c".repeat(43),
  refreshToken: "r".repeat(43),
  version: "v1",
  cf_turnstile_token: "x",
};
const everyField = (value: unknown) =>
  Object.keys(FIELDS).map((name) => JSON.stringify({ ...FIELDS, [name]: value }));

const JSON_BODIES: [string, (string | Uint8Array<ArrayBuffer>)[]][] = [
  ["an array", ["[]", '[{"email":"a@gum.test"}]']],
  ["no object", ["null", "1", '"x"', "true"]],
  ["no JSON", ["{", "{'a':1}", '{"a":1}x', "\u0000"]],
  ["half a character", [new Uint8Array([0x7b, 0x22, 0xe3, 0x81, 0x22, 0x7d])]],
  ["a key twice", ['{"email":"a@gum.test","email":"b@gum.test"}', '{"x":{"a":1,"\\u0061":2}}']],
  ["__proto__", ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}']],
  ["deep nesting", [`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`, "[".repeat(50_000)]],
  ["arrays in fields", everyField(["x"])],
  ["objects in fields", everyField({ $gt: "" })],
  ["numbers in fields", everyField(1)],
  ["NUL in fields", everyField("a\0b")],
  ["10,000 characters in fields", everyField("x".repeat(10_000))],
];
const OTHER_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/json5",
];

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  const answer = await fetch(`${server.url}${AUTH}/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-info": "gum-web" },
    body: JSON.stringify({ email: "target@gum.test", password: "a handful of words", username: "target" }),
  });
  await server.database.query(
    "UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now()",
  );
  cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
});
afterAll(() => server?.dispose());

async function attempt(method: string, path: string, body: BodyInit, type: string) {
  const started = performance.now();
  const answer = await fetch(`${server.url}${path}`, {
    method,
    redirect: "manual",
    headers: { cookie, "content-type": type },
    body,
  }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    // The server may close while the rest is still being sent.
    () => ({ status: 413, text: '{"code":"payload_too_large"}' }),
  );
  return { ...answer, ms: performance.now() - started };
}

/** What came back if it was not a refusal, or not a quick one; a slow answer is asked for again, other programs run too. */
async function complaint(method: string, path: string, body: BodyInit, type = "application/json") {
  let answer = await attempt(method, path, body, type);
  if (answer.ms >= 1_000) answer = await attempt(method, path, body, type);
  const { status, text, ms } = answer;
  const refused = status >= 400 && status < 500 && /"code":"[a-z_]+"/.test(text);
  if (refused && ms < 1_000) return [];
  return [`${status} in ${Math.round(ms)} ms for ${String(body).slice(0, 80)}: ${text.slice(0, 200)}`];
}

describe.each(ENDPOINTS)("%s %s", (method, path) => {
  it.each(JSON_BODIES)("refuses %s", async (_, bodies) => {
    for (const body of bodies) expect(await complaint(method, path, body)).toEqual([]);
  });

  it("refuses other content types", async () => {
    // next-auth's own form is the one thing that is not JSON.
    const types = OTHER_TYPES.filter((type) => !path.startsWith("/api/auth") || !type.includes("urlencoded"));
    for (const type of types)
      expect(await complaint(method, path, new TextEncoder().encode(JSON.stringify(FIELDS)), type)).toEqual(
        [],
      );
  });

  it("refuses ten megabytes", async () => {
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

it("nothing of that has changed the account, ended its session or been a fault of the server", async () => {
  const me = await fetch(`${server.url}/api/v2/users/me`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ username: "target", displayName: "target", bio: "" });
  expect(server.logs()).not.toContain("request failed");
});

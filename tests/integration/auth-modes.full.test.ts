import { encode } from "next-auth/jwt";
import { afterEach, describe, expect, it } from "vitest";
import type { LoginResponse, SignupResponse } from "@/lib/auth/contract";
import type { Problem } from "@/lib/http/problem";
import { ApiClient } from "../support/api";
import { type TestServer, startServer } from "../support/server";

/** What a host can set about accounts, and the limits as they are in life. */

let server: TestServer;
afterEach(() => server?.dispose());

const account = { email: "mode@gum.test", password: "a handful of words", username: "modest" };

async function codeFor(email: string): Promise<string> {
  const [mail] = await server.database.query<{ text: string }>(
    "SELECT text FROM outbox_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1",
    [email],
  );
  return /^ {4}(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("REQUIRE_EMAIL_CONFIRMATION=1", () => {
  it("gives no session before the address is confirmed", async () => {
    server = await startServer({ env: { REQUIRE_EMAIL_CONFIRMATION: "1" } });
    const client = new ApiClient(server.url);
    const signup = await client.call<SignupResponse>("POST", "/v2/auth/signup", account);
    expect(signup.status).toBe(201);
    expect(signup.body.requiresEmailConfirmation).toBe(true);
    expect(Object.keys(signup.body).sort()).toEqual(["requiresEmailConfirmation", "user", "userId"]);
    expect(signup.headers.get("set-cookie")).toBeNull();
    const { email, password } = account;
    const login = () => client.call<Problem & LoginResponse>("POST", "/v2/auth/login", { email, password });
    expect(await login()).toMatchObject({
      status: 403,
      body: { code: "email_unverified", message: "Please verify your email before logging in" },
    });
    // A wrong password does not tell that the address is known.
    const wrong = await client.call<Problem>("POST", "/v2/auth/login", { email, password: "wrong words" });
    expect(wrong.body.code).toBe("invalid_credentials");
    await client.must("POST", "/v2/auth/verify", { email, code: await codeFor(email) });
    expect((await login()).body.accessToken).toEqual(expect.any(String));
  });
});

describe("SIGNUPS_DISABLED=1", () => {
  it("refuses sign-ups, in the answer and on the page", async () => {
    server = await startServer({ env: { SIGNUPS_DISABLED: "1" } });
    const answer = await new ApiClient(server.url).call<Problem>("POST", "/v2/auth/signup", account);
    expect(answer).toMatchObject({
      status: 403,
      body: { code: "signups_disabled", message: "Sign ups are currently disabled." },
    });
    expect(await (await fetch(`${server.url}/signup`)).text()).toContain("Sign ups are currently disabled.");
  });
});

describe("without NEXTAUTH_SECRET", () => {
  it("warns, and has signing in turned off; what needs no account works", async () => {
    server = await startServer({ env: { NEXTAUTH_SECRET: "" } });
    expect(server.logs()).toContain("NEXTAUTH_SECRET is not set: nobody can sign in.");
    const { email, password } = account;
    for (const [path, body] of [
      ["/v2/auth/signup", account],
      ["/v2/auth/login", { email, password }],
      ["/v2/auth/otp", { email }],
    ] as const) {
      expect(await new ApiClient(server.url).call("POST", path, body)).toMatchObject({
        status: 503,
        body: { code: "sign_in_disabled", message: "Signing in is not set up on this server." },
      });
    }
    // Whatever secret a cookie was made with, it is nobody's.
    const cookie = `next-auth.session-token=${await encode({
      token: { sub: "0190a0a0-0000-7000-8000-000000000000", sid: "0190a0a0-0000-7000-8000-000000000001" },
      secret: "a-secret-of-another-time-0123456789",
    })}`;
    for (const path of ["/login", "/signup"]) {
      const page = await fetch(`${server.url}${path}`, { redirect: "manual", headers: { cookie } });
      expect(await page.text()).toContain("Signing in is not set up on this server.");
    }
    expect((await fetch(`${server.url}/playground`)).status).toBe(200);
    const timeline = await fetch(`${server.url}/timeline`, { redirect: "manual", headers: { cookie } });
    expect(timeline.headers.get("location")).toMatch(/\/login$/);
  });
});

describe("a deployed instance", () => {
  it("has no outbox and no demo accounts, and its cookie is Secure", async () => {
    server = await startServer({
      env: { APP_URL: "https://gum.example", TURNSTILE_DISABLED: "1" },
      seed: true,
    });
    expect((await fetch(`${server.url}/outbox`)).status).toBe(404);
    const page = await (await fetch(`${server.url}/login`)).text();
    expect(page).not.toContain("demo@gum.test");
    const login = await fetch(`${server.url}/api/v2/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-info": "gum-web" },
      body: JSON.stringify({ email: "demo@gum.test", password: "demo-demo-demo" }),
    });
    expect(login.headers.get("set-cookie")).toMatch(/^__Host-next-auth\.session-token=[^;]+; .*; Secure$/);
  });
});

describe("the limits of life", () => {
  it("answer 429 with Retry-After, whatever X-Forwarded-For says", async () => {
    server = await startServer({ env: { RATE_LIMIT_SCALE: "1" } });
    const attempt = (index: number) =>
      fetch(`${server.url}/api/v2/auth/login`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `203.0.113.${index}`,
          "x-gum-client-ip": `203.0.113.${index}`,
        },
        body: JSON.stringify({ email: `spray${index}@gum.test`, password: "whatever it is" }),
      });
    const answers: Response[] = [];
    for (let index = 0; index < 21; index++) answers.push(await attempt(index));
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(401));
    const limited = answers[20]!;
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(600);
    expect(await limited.json()).toMatchObject({
      code: "rate_limited",
      message: "Too many login attempts. Please try again later",
    });
  });
});

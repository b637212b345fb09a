import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { sessionCookie } from "@/lib/server/auth/session-cookie";
import { passPageGate } from "./page-gate";

beforeAll(() => {
  vi.stubEnv("APP_URL", "http://localhost:3000");
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere");
  vi.stubEnv("NEXTAUTH_SECRET", "a-secret-of-this-test-only");
});

async function pass(url: string, headers: Record<string, string> = {}) {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  Object.assign(request.headers, { host: "localhost:3000", ...headers });
  const response = new ServerResponse(request);
  const answered = await passPageGate(request, response);
  const { location } = response.getHeaders();
  return {
    answered,
    status: response.statusCode,
    to: location,
    cookie: response.getHeader("set-cookie"),
    policy: response.getHeader("content-security-policy") as string | undefined,
    named: response.getHeader("server-timing"),
    seen: request.headers,
  };
}
const signedIn = async (onboarded: boolean) => ({
  cookie: (await sessionCookie({ sub: "a", sid: "b", onboarded })).split(";")[0]!,
});

describe("headers", () => {
  test("a page has its policy, and knows the nonce of this answer, whatever came under that name", async () => {
    const claimed = { "x-nonce": "theirs", "x-gum-path": "/theirs", "content-security-policy": "theirs" };
    const first = await pass("/playground?a=1", claimed);
    const second = await pass("/playground", claimed);
    const nonce = first.seen["x-nonce"] as string;
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(second.seen["x-nonce"]).not.toBe(nonce);
    expect(first.policy).toContain(`'nonce-${nonce}' 'strict-dynamic'`);
    expect(first.policy).toContain("frame-src http://127.0.0.1:3000/sandbox/run;");
    expect(first.seen["content-security-policy"]).toBe(first.policy);
    expect(first.seen["x-gum-path"]).toBe("/playground?a=1");
    expect(first.answered).toBe(false);
  });

  test("a page can tell the id of its request, a file need not", async () => {
    const id = { "x-gum-request-id": "an-id" };
    expect((await pass("/playground", id)).named).toBe('request;desc="an-id"');
    expect((await pass("/icon.svg", id)).named).toBeUndefined();
    expect((await pass("/playground")).named).toBeUndefined();
  });

  test.each(["/api/v1/apps", "/_next/static/a.js", "/sandbox/run"])("%s is no page", async (url) => {
    expect(await pass(url)).toMatchObject({ answered: false, policy: undefined });
  });

  test.each([
    "/api",
    "/sandbox/run/",
    "//api/v1/apps",
    "/%61pi/v1/apps",
    "/x/../timeline",
    "http://evil.test/timeline",
  ])("%s is one", async (url) => {
    const { policy, answered, to } = await pass(url);
    expect(policy).toContain("default-src 'self'");
    expect([answered, to]).toEqual([true, "/login"]);
  });

  test("what is no address is left to Next", async () => {
    expect(await pass("*")).toMatchObject({ answered: false });
  });
});

describe("redirects", () => {
  test("a guest is sent to /login, and the page they wanted is remembered, unless it was only fetched ahead", async () => {
    const wanted = await pass("/apps?q=%E6%8B%8D");
    expect([wanted.status, wanted.to]).toEqual([307, "/login"]);
    expect(wanted.cookie).toBe(
      "gum-after-login=%2Fapps%3Fq%3D%25E6%258B%258D; Path=/; Max-Age=3600; SameSite=Lax",
    );
    expect((await pass("/apps", { "x-gum-prefetch": "1" })).cookie).toBeUndefined();
    expect((await pass("/no-such-page")).cookie).toBeUndefined();
  });

  test("who is signed in goes where they wanted, and nowhere else", async () => {
    const { cookie } = await signedIn(true);
    const after = (path: string) => pass("/login", { cookie: `${cookie}; gum-after-login=${path}` });
    expect((await after(encodeURIComponent("/apps?q=1"))).to).toBe("/apps?q=1");
    expect((await after(encodeURIComponent("//evil.test/apps"))).to).toBe("/timeline");
    expect((await after("%E0%A4%A")).to).toBe("/timeline");
    expect((await pass("/timeline", { cookie })).answered).toBe(false);
  });

  test("who has not finished onboarding goes there", async () => {
    const headers = await signedIn(false);
    for (const url of ["/timeline", "/login", "/signup"])
      expect((await pass(url, headers)).to).toBe("/onboarding");
    expect((await pass("/onboarding", headers)).answered).toBe(false);
    expect((await pass("/playground", headers)).answered).toBe(false);
  });

  test("a cookie that is not ours is nobody's; an address of old leads to the new one", async () => {
    expect((await pass("/timeline", { cookie: "next-auth.session-token=forged" })).to).toBe("/login");
    expect((await pass("/app/abc?x=1")).to).toBe("/apps/abc?x=1");
  });
});

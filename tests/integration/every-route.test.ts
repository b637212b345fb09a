import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPublicPath } from "@/lib/auth/routes";
import { some } from "../support/depth";
import { type TestServer, startServer } from "../support/server";

/** Every page and route of the build, as plain `next start` serves it. */

const routes = JSON.parse(fs.readFileSync(".next/app-path-routes-manifest.json", "utf8")) as Record<
  string,
  string
>;
const ID = "0190a0a0-0000-7000-8000-000000000000";
const addressOf = (route: string): string =>
  route
    .replace("/[[...path]]", "")
    .replace("[...unknown]", "no-such-page")
    .replace(/\[\.\.\.\w+\]/, "none")
    .replace("[picture]", "avatar")
    .replace("[index]", "0")
    .replace("[page]", "package-format")
    .replace("[shareId]", "AAAAAAAAAAAAAAAAAAAAAA")
    .replace(/\[\w+\]/g, ID);
const pathsOf = (kind: "page" | "route") =>
  Object.entries(routes)
    .filter(([file]) => file.endsWith(`/${kind}`))
    .map(([, route]) => addressOf(route));

const FILES = ["/icon.svg", "/manifest.webmanifest", "/apple-icon.png"];
const pages = pathsOf("page").filter((path) => path !== "/_not-found" && path !== "/_global-error");
const api = pathsOf("route").filter((path) => path.startsWith("/api/"));

/** What an attacker would like the server to believe. */
const FORGED = {
  "x-gum-peer": "6.6.6.6",
  "x-gum-client-ip": "6.6.6.6",
  "x-gum-request-id": "forged",
  "x-forwarded-for": "6.6.6.6",
  "x-forwarded-host": "evil.test",
  "x-forwarded-port": "1",
  "x-forwarded-proto": "https",
  "x-real-ip": "6.6.6.6",
  forwarded: "for=6.6.6.6;host=evil.test",
  "x-middleware-next": "1",
  "x-middleware-rewrite": "/playground",
  "x-middleware-skip": "1",
  "x-middleware-subrequest": Array(10).fill("middleware").join(":"),
  "x-middleware-subrequest-id": "0",
  "x-middleware-override-headers": "x-path,x-nonce",
  "x-middleware-request-x-path": "/forged",
  "x-middleware-request-x-nonce": "forged",
  "x-middleware-set-cookie": "gum-after-login=/forged",
  "x-nextjs-data": "1",
  "x-path": "/forged",
  "x-nonce": "forged",
  "x-request-id": "forged",
  "content-security-policy": "script-src * 'unsafe-inline'",
};

let server: TestServer;
const cookies = { guest: "", newcomer: "", member: "" };
type Visitor = keyof typeof cookies;

/** Signs up as a browser does. @returns the session's cookie, and a way to go on with it */
async function signUp(username: string) {
  let cookie = "";
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { "content-type": "application/json", "x-client-info": "gum-web", cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const session = response.headers.getSetCookie().find((each) => each.includes("session-token"));
    cookie = session?.split(";")[0] ?? cookie;
  };
  const email = `${username}@gum.test`;
  await send("POST", "/api/v2/auth/signup", { email, username, password: "a handful of words" });
  return { email, send, cookie: () => cookie };
}

beforeAll(async () => {
  server = await startServer();
  cookies.newcomer = (await signUp("walker_new")).cookie();
  const member = await signUp("walker_member");
  const outbox = await (await fetch(`${server.url}/outbox?to=${encodeURIComponent(member.email)}`)).text();
  const code = /(?<!\d)\d{6}(?!\d)/.exec(outbox.replace(/<[^>]+>/g, ""))![0];
  await member.send("POST", "/api/v2/auth/verify", { email: member.email, code });
  await member.send("POST", "/api/v2/onboarding/consent", { version: "v1" });
  await member.send("PATCH", "/api/v2/users/me", { displayName: "Walker" });
  cookies.member = member.cookie();
});
afterAll(() => server?.dispose());

const get = (path: string, visitor: Visitor, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { redirect: "manual", headers: { cookie: cookies[visitor], ...headers } });

/** What must not depend on forged headers: where an answer leads, and what it lets the browser do. */
async function summaryOf(response: Response) {
  const text = await response.text();
  const header = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    location: header("location"),
    cookies: response.headers.getSetCookie(),
    policy: header("content-security-policy")?.replace(/'nonce-[^']+'/, "'nonce'"),
    type: header("content-type"),
    holdsForged: /6\.6\.6\.6|evil\.test|forged/.test(text + JSON.stringify([...response.headers])),
  };
}

describe.each(pages)("the page %s", (path) => {
  const visitors: Visitor[] = ["guest", "newcomer", "member"];
  it.each(visitors)(
    "has its headers and redirects for a %s, whatever else the request claims",
    async (who) => {
      const response = await get(path, who);
      const { headers } = response;
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'self'; script-src 'self' 'nonce-[\w+/]{22}==' 'strict-dynamic';.*frame-ancestors 'none'$/,
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("permissions-policy")).toContain("camera=()");

      const isAuthScreen = path === "/login" || path === "/signup";
      const to = headers.get("location");
      const legacy = { [`/app/${ID}`]: `/apps/${ID}`, [`/users/${ID}`]: `/profile/${ID}` }[path];
      if (legacy) expect(to).toBe(legacy);
      else if (who === "guest" && !isPublicPath(path)) expect(to).toBe("/login");
      else if (who === "newcomer" && (isAuthScreen || !isPublicPath(path)) && path !== "/onboarding")
        expect(to).toBe("/onboarding");
      else if (who === "member" && isAuthScreen) expect(to).toBe("/timeline");
      else expect(response.status).toBeLessThan(500);

      const plain = await summaryOf(response);
      expect(plain.holdsForged).toBe(false);
      expect(await summaryOf(await get(path, who, FORGED))).toEqual(plain);
    },
  );
});

describe.each(FILES)("the file %s", (path) => {
  it("is for everybody and is no document of ours", async () => {
    const response = await get(path, "guest");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
  });
});

/** fetch refuses TRACE. */
async function rawRequest(method: string, path: string) {
  const asked = http.request(`${server.url}${path}`, { method, agent: false }).end();
  const [response] = (await once(asked, "response")) as [http.IncomingMessage];
  let body = "";
  // An event stream does not end.
  if (response.statusCode !== 200) for await (const chunk of response) body += String(chunk);
  asked.destroy();
  return { status: response.statusCode!, headers: response.headers, body };
}

describe.each(api)("the route %s", (path) => {
  it("answers a guest with its headers, whatever else the request claims", async () => {
    const controller = new AbortController();
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}${path}`, { redirect: "manual", headers, signal: controller.signal });
    const plain = await ask({});
    const forged = await ask(FORGED);
    expect(plain.status).toBeLessThan(500);
    expect(forged.status).toBe(plain.status);
    expect(forged.headers.get("location")).toBe(plain.headers.get("location"));
    expect(forged.headers.get("x-request-id")).not.toBe("forged");
    expect(plain.headers.get("x-content-type-options")).toBe("nosniff");
    expect(plain.headers.get("x-frame-options")).toBe("DENY");
    if (plain.status >= 400) expect(plain.headers.get("content-type")).toBe("application/problem+json");
    controller.abort();
  });
});

describe.each(some(api, 40))("the route %s", (path) => {
  it("answers every method, and refuses with a problem and Allow those that it does not have", async () => {
    const allow = (await fetch(`${server.url}${path}`, { method: "OPTIONS" })).headers.get("allow");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "PURGE", "TRACE"]) {
      const { status, headers, body } = await rawRequest(method, path);
      expect(status, method).toBeLessThan(500);
      if (path === "/api/unknown-method" || method === "PURGE" || method === "TRACE")
        expect(status).toBe(405);
      else expect(status === 405, method).toBe(!allow!.split(", ").includes(method));
      if (status !== 405) continue;
      expect(headers["content-type"]).toBe("application/problem+json");
      expect(headers.allow).toContain("OPTIONS");
      expect(JSON.parse(body)).toMatchObject({
        status: 405,
        code: "method_not_allowed",
        title: "Method Not Allowed",
      });
    }
  });
});

describe("the run document", () => {
  it("has its own policy and none of the shell's", async () => {
    const response = await get("/sandbox/run?n=x", "guest");
    expect(response.headers.get("x-frame-options")).toBeNull();
    expect(response.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("addresses that come close to an excluded one", () => {
  it.each(["/api", "/sandbox/run/", "//api/v1/timeline", "/API/v1/timeline", "/_nextx", "/sandbox/runx"])(
    "%s is redirected or has a page's policy",
    async (path) => {
      const response = await get(path, "guest");
      if (response.status === 308) return;
      expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
      expect(response.headers.get("location")).toBe("/login");
    },
  );
});

describe("addresses that name nothing", () => {
  it.each(["/api/apps/%", "/api/apps/%ff/storage", "/api/files/%E3%81", "/api/%"])(
    "%s, half an escape, is an unknown path",
    async (path) => {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const response = await fetch(`${server.url}${path}`, { method });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: "not_found" });
      }
    },
  );

  it.each(["/%", "/docs/%", "/apps/%ff", "/post/%ED%A0%80", "/profile/a%00b", "/apps/%00", "/search?q=%00"])(
    "%s is no fault of the server",
    async (path) => {
      for (const visitor of ["guest", "member"] as const)
        expect((await get(path, visitor)).status).toBeLessThan(500);
    },
  );
});

import fs from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPEN_TO_GUESTS, OPEN_WITH_PUBLIC_PROFILES } from "../support/guest-routes";
import { hostedOf } from "../support/hosted";
import { type TestServer, startServer } from "../support/server";

/**
 * Every API route with every method that it has, for everybody who may ask. What a person may do with a thing of theirs is in
 * the tests of its feature; here it is about whom a route lets in at all.
 */
const ROLES = ["guest", "member", "limited", "suspended", "moderator", "admin"] as const;
type Role = (typeof ROLES)[number];

const ID = "0190a0a0-0000-7000-8000-000000000000";
const routes = JSON.parse(fs.readFileSync(".next/app-path-routes-manifest.json", "utf8")) as Record<
  string,
  string
>;
/** No route of ours. */
const EXCLUDED = /^\/api\/(auth\/|unknown-method|\[\.\.\.)/;
/** Ends the session that asks. */
const ENDING = /^\/api\/v2\/auth\/(logout|ended)$/;
const patterns = Object.entries(routes)
  .filter(([file, route]) => file.endsWith("/route") && route.startsWith("/api/") && !EXCLUDED.test(route))
  .map(([, route]) => route);
const addressOf = (route: string) =>
  route
    .replace(/\[\.\.\.\w+\]/, "none")
    .replace("[picture]", "avatar")
    .replace("[index]", "0")
    .replace("[shareId]", "AAAAAAAAAAAAAAAAAAAAAA")
    .replace("[type]", "post")
    .replace(/\[\w+\]/g, ID);
const api = patterns.filter((route) => !ENDING.test(route)).map(addressOf);
/** For moderators alone; for everybody else there is nothing. */
const ofModerators = (path: string) => path.startsWith("/api/v1/moderation/");
const ofAdmins = (path: string) => path.startsWith("/api/v1/admin/");

let server: TestServer;
let publicKey: string;
const cookies: Record<Role, string> = {
  guest: "",
  member: "",
  limited: "",
  suspended: "",
  moderator: "",
  admin: "",
};

async function join(role: Role): Promise<void> {
  const response = await fetch(`${server.url}/api/v2/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client-info": "gum-web" },
    body: JSON.stringify({
      email: `matrix-${role}@gum.test`,
      username: `matrix_${role}`,
      password: "a handful of words",
    }),
  });
  const session = response.headers.getSetCookie().find((each) => each.includes("session-token"));
  cookies[role] = session?.split(";")[0] ?? "";
}

beforeAll(async () => {
  server = await startServer();
  ({ publicKey } = await hostedOf(server));
  await Promise.all(ROLES.slice(1).map(join));
  const { query } = server.database;
  await query(
    "UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now()",
  );
  await query("UPDATE users SET limited_until = now() + interval '1 day' WHERE username = 'matrix_limited'");
  await query(
    "UPDATE users SET suspended_until = now() + interval '1 day' WHERE username = 'matrix_suspended'",
  );
  await query("UPDATE users SET role = 'moderator' WHERE username = 'matrix_moderator'");
  await query("UPDATE users SET role = 'admin' WHERE username = 'matrix_admin'");
});
afterAll(() => server?.dispose());

/** The methods of a route. */
async function methodsOf(path: string): Promise<string[]> {
  const { headers } = await fetch(`${server.url}${path}`, { method: "OPTIONS" });
  const allowed = headers.get("allow")!.split(", ");
  return ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => allowed.includes(method));
}

/** What the server says to somebody: the status, and the code of a refusal. */
async function ask(role: Role, method: string, path: string, { url } = server): Promise<string> {
  const controller = new AbortController();
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    signal: controller.signal,
    headers: {
      cookie: cookies[role],
      "x-client-info": "gum-web",
      // The API for hosted clients admits nobody without the key of the instance, which is public.
      ...(path.startsWith("/api/hosted/") && { apikey: publicKey }),
      ...(method !== "GET" && { "content-type": "application/json" }),
    },
    ...(method !== "GET" && method !== "DELETE" && { body: "{}" }),
  });
  const isProblem = response.headers.get("content-type") === "application/problem+json";
  const code = isProblem ? ((await response.json()) as { code: string }).code : "";
  // A stream does not end.
  controller.abort();
  return `${response.status} ${code}`.trim();
}

describe.each(api)("%s", (path) => {
  it("lets in whom it should", async () => {
    for (const method of await methodsOf(path)) {
      const said = {} as Record<Role, string>;
      for (const role of ROLES) said[role] = await ask(role, method, path);
      const { guest, member, limited, suspended, moderator, admin } = said;
      const where = `${method}: ${JSON.stringify(said)}`;
      for (const each of Object.values(said)) expect(each, where).not.toMatch(/^5/);
      // A suspended person is nobody.
      expect(suspended, where).toBe(guest);
      // A limited one is a member, but for what others would see.
      if (method === "GET" || limited !== "403 account_limited") expect(limited, where).toBe(member);
      if (ofModerators(path)) {
        expect(guest, where).toBe("401 unauthenticated");
        expect(member, where).toMatch(/^(404 not_found|400 validation_error)$/);
        expect(admin, where).toBe(moderator);
      } else if (ofAdmins(path)) {
        expect(guest, where).toBe("401 unauthenticated");
        expect(member, where).toMatch(/^(404 not_found|400 validation_error)$/);
        expect(moderator, where).toBe(member);
        if (method === "GET") expect(admin, where).toBe("200");
      } else if (method === "POST" && path === "/api/v1/invitations") {
        expect([member, moderator, admin], where).toEqual(Array(3).fill("403 forbidden"));
      } else {
        // A role gives no rights but those to look after the instance.
        expect([moderator, admin], where).toEqual([member, member]);
      }
    }
  });
});

it("moderators alone see the queue", async () => {
  const seen = await Promise.all(ROLES.map((role) => ask(role, "GET", "/api/v1/moderation/cases")));
  expect(seen).toEqual([
    "401 unauthenticated",
    "404 not_found",
    "404 not_found",
    "401 unauthenticated",
    "200",
    "200",
  ]);
});

/** The routes that do not ask a guest to sign in. */
async function openRoutes(at: TestServer): Promise<string[]> {
  const open: string[] = [];
  for (const pattern of patterns) {
    const path = addressOf(pattern);
    for (const method of await methodsOf(path))
      if (!(await ask("guest", method, path, at)).startsWith("401")) open.push(`${method} ${pattern}`);
  }
  return open.sort();
}

const routesIn = (table: typeof OPEN_TO_GUESTS) => table.flatMap(([, ...routes]) => routes);

it("what a guest may ask is in the table", async () => {
  expect(await openRoutes(server)).toEqual(routesIn(OPEN_TO_GUESTS).sort());
});

it("where profiles are public, a guest may ask no more than the table says", async () => {
  const open = await startServer({ env: { PUBLIC_PROFILES: "1" } });
  try {
    const table = [...OPEN_TO_GUESTS, ...OPEN_WITH_PUBLIC_PROFILES];
    expect(await openRoutes(open)).toEqual(routesIn(table).sort());
  } finally {
    await open.dispose();
  }
});

import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { TOKEN_SCOPES, type TokenScope } from "@/lib/auth/token-scopes";
import { type RouteContract, scopeOf } from "@/lib/http/route";
import { ROW_VIEWS } from "@/lib/shared/row-views";

/** Which calls access tokens may make, as their routes declare it. */

type Handlers = Record<string, { contract?: RouteContract } | undefined>;

/** Every route of the API by its path, as Next has it. */
const ROUTES = new Map<string, Handlers>();
for (const file of fs.readdirSync("app/api", { recursive: true, encoding: "utf8" }))
  if (file.endsWith("/route.ts"))
    ROUTES.set(
      `/api/${file.replace("/route.ts", "")}`,
      (await import(/* @vite-ignore */ `../../app/api/${file}`)) as Handlers,
    );
const PATHS = [...ROUTES.keys()];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Values of path parameters on which a scope depends: hosted views, and others that look like one. */
const VIEWS = [...ROW_VIEWS, "POSTS", "posts/", "toString", ["posts"], undefined];

function scopesOf(method: string, path: string): (TokenScope | null)[] {
  const contract = ROUTES.get(path)![method]?.contract;
  // Handlers without a contract are not those of route(): unsupported methods, and the sign-in of browsers.
  if (!contract) return [null];
  const params = typeof contract.scope === "function" ? VIEWS.map((view) => ({ view })) : [{}];
  return [...new Set(params.map((each) => scopeOf(contract, each)))];
}

describe("the scopes of routes", () => {
  it("are those of these calls", () => {
    expect(PATHS.length).toBeGreaterThan(80);
    for (const [method, path, scope] of [
      ["GET", "/api/v1/timeline", "read"],
      ["POST", "/api/v1/posts", "posts:write"],
      ["DELETE", "/api/posts/[id]", "posts:write"],
      ["POST", "/api/apps", "apps:publish"],
      ["PUT", "/api/v2/projects/[id]", "apps:publish"],
      ["PATCH", "/api/apps/[id]/publish", "apps:publish"],
    ] as const) {
      expect(PATHS).toContain(path);
      expect(scopesOf(method, path), `${method} ${path}`).toEqual([scope]);
    }
    const used = new Set(PATHS.flatMap((path) => METHODS.flatMap((method) => scopesOf(method, path))));
    expect([...used].filter((scope) => scope !== null).sort()).toEqual([...TOKEN_SCOPES].sort());
  });

  it("are declared only where a token is looked at", () => {
    for (const [path, handlers] of ROUTES) {
      // Next answers HEAD with GET, whose scope counts.
      expect(handlers, path).not.toHaveProperty("HEAD");
      for (const method of METHODS) {
        const contract = handlers[method]?.contract;
        if (contract?.auth === "none") expect(contract.scope, `${method} ${path}`).toBeUndefined();
      }
    }
  });

  it("keep the account, what apps store and moderation closed, with every method", () => {
    const mine = PATHS.filter((path) =>
      /^\/api\/(v2\/auth|v2\/users|v2\/onboarding|auth|egress|cron|rooms|outbox|hosted\/(?!rest\/))|\/(storage|permissions|network)|report|moderat|block|mute/.test(
        path,
      ),
    ).filter((path) => path !== "/api/v2/auth/me" && path !== "/api/v2/users/me");
    expect(mine.length).toBeGreaterThan(40);
    for (const path of mine)
      for (const method of METHODS) expect(scopesOf(method, path), `${method} ${path}`).toEqual([null]);
    for (const path of ["/api/v2/auth/me", "/api/v2/users/me"])
      for (const method of METHODS)
        expect(scopesOf(method, path), `${method} ${path}`).toEqual([method === "GET" ? "read" : null]);
  });

  it("take `read` for nothing but GET, functions that only read, and what a stream is told", () => {
    for (const path of PATHS.filter((each) => !/\/rpc\/|\/realtime\/v1\/watch$/.test(each)))
      for (const method of METHODS.slice(1))
        expect(scopesOf(method, path), `${method} ${path}`).not.toContain("read");
  });

  it("depend on the view of the hosted interface, where one route serves all views", () => {
    const opened = (method: string) => {
      const { contract } = ROUTES.get("/api/hosted/rest/v1/[view]")![method]!;
      const views = VIEWS.filter((view) => scopeOf(contract!, { view }));
      for (const view of views)
        expect(scopeOf(contract!, { view })).toBe(method === "GET" ? "read" : "posts:write");
      return views;
    };
    expect(opened("GET")).toEqual(ROW_VIEWS.filter((view) => view !== "bookmarks"));
    expect(opened("POST")).toEqual(["posts", "comments", "reactions"]);
    expect(opened("PATCH")).toEqual(["posts"]);
    expect(opened("DELETE")).toEqual(["posts", "comments", "reactions"]);
    for (const method of ["GET", "POST"])
      expect(scopesOf(method, "/api/hosted/rest/v1/rpc/[name]")).toEqual(["read"]);
  });
});

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

/** All calls that take a token. Whoever opens one more writes it here. */
const OPEN: Record<TokenScope, string[]> = {
  read: [
    "GET /apps",
    "GET /apps/[id]",
    "GET /apps/[id]/banner",
    "GET /apps/[id]/comments",
    "GET /apps/[id]/icon",
    "GET /apps/[id]/package",
    "GET /apps/[id]/reviews",
    "GET /apps/[id]/screenshots/[index]",
    "GET /apps/[id]/trial",
    "GET /apps/[id]/trial/[picture]",
    "GET /apps/[id]/versions",
    "GET /apps/featured",
    "GET /apps/public",
    "GET /apps/share/[shareId]",
    "GET /apps/share/[shareId]/banner",
    "GET /apps/share/[shareId]/icon",
    "GET /apps/share/[shareId]/package",
    "GET /apps/share/[shareId]/screenshots/[index]",
    "GET /apps/share/[shareId]/trial/[picture]",
    "GET /apps/trending",
    "GET /hosted/rest/v1/[view]",
    "GET POST /hosted/rest/v1/rpc/[name]",
    "GET /posts/[id]",
    "GET /posts/[id]/ancestors",
    "GET /posts/[id]/comments",
    "GET /posts/[id]/emojis",
    "GET /posts/[id]/likes",
    "GET /posts/[id]/moment",
    "GET /posts/[id]/moment/picture",
    "GET /posts/[id]/quotes",
    "GET /posts/[id]/replies",
    "GET /posts/[id]/reposts",
    "GET /posts/[id]/thread",
    "GET /posts/[id]/versions",
    "GET /realtime/v1/stream",
    "PUT /realtime/v1/watch",
    "GET /users/[id]",
    "GET /users/[id]/apps",
    "GET /users/[id]/followers",
    "GET /users/[id]/following",
    "GET /users/[id]/posts",
    "GET /users/me/apps",
    "GET /v1/discover/people",
    "GET /v1/discover/tags",
    "GET /v1/notifications",
    "GET /v1/notifications/unread",
    "GET /v1/posts/counts",
    "GET /v1/search",
    "GET /v1/search/complete",
    "GET /v1/timeline",
    "GET /v2/auth/me",
    "GET /v2/users/me",
  ],
  "posts:write": [
    "POST /apps/[id]/comments",
    "DELETE /apps/[id]/comments/[commentId]",
    "POST PATCH DELETE /hosted/rest/v1/[view]",
    "POST /media",
    "PATCH DELETE /posts/[id]",
    "POST /posts/[id]/comments",
    "DELETE /posts/[id]/comments/[commentId]",
    "POST /posts/[id]/emojis",
    "POST /posts/[id]/replies",
    "POST DELETE /posts/[id]/repost",
    "POST /v1/posts",
    "POST /v1/reactions",
    "PUT PATCH /v1/recordings/[id]",
    "PUT PATCH DELETE /v1/recordings/[id]/parts",
  ],
  "apps:publish": [
    "POST /apps",
    "PATCH /apps/[id]",
    "PATCH /apps/[id]/publish",
    "POST /apps/[id]/rollback",
    "POST /apps/[id]/trial",
    "PUT PATCH DELETE /apps/uploads/[id]",
    "PUT /v2/projects/[id]",
  ],
};

describe("the scopes of routes", () => {
  it.each(TOKEN_SCOPES)("open with %s what is meant to be open", (scope) => {
    const opened = PATHS.flatMap((path) => {
      const methods = METHODS.filter((method) => scopesOf(method, path).includes(scope));
      return methods.length > 0 ? [`${methods.join(" ")} ${path.replace("/api", "")}`] : [];
    });
    expect(opened.sort()).toEqual([...OPEN[scope]].sort());
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

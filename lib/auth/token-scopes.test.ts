import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { scopeFor } from "./token-scopes";

const ID = "0190a0a0-0000-7000-8000-000000000000";

/** Every route of the API, as a path of a request. */
const PATHS = fs
  .readdirSync("app/api", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/route.ts"))
  .map((file) => `/api/${file.replace("/route.ts", "")}`.replace(/\[[^\]]+\]/g, ID));
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

describe("the table of scopes", () => {
  it("names routes that exist", () => {
    expect(PATHS.length).toBeGreaterThan(80);
    for (const [method, path, scope] of [
      ["GET", "/api/v1/timeline", "read"],
      ["HEAD", "/api/v1/timeline", "read"],
      ["POST", "/api/v1/posts", "posts:write"],
      ["DELETE", `/api/posts/${ID}`, "posts:write"],
      ["POST", "/api/apps", "apps:publish"],
      ["PUT", `/api/v2/projects/${ID}`, "apps:publish"],
      ["PATCH", `/api/apps/${ID}/publish`, "apps:publish"],
    ] as const) {
      expect(PATHS).toContain(path);
      expect(scopeFor(method, path), `${method} ${path}`).toBe(scope);
    }
  });

  it("keeps the account, what apps store and moderation closed, with every method", () => {
    const mine = PATHS.filter((path) =>
      /^\/api\/(v2\/auth|v2\/users|v2\/onboarding|auth|egress|cron|rooms|outbox)|\/(storage|permissions|network)|report|moderat|block|mute/.test(
        path,
      ),
    ).filter((path) => path !== "/api/v2/auth/me" && path !== "/api/v2/users/me");
    expect(mine.length).toBeGreaterThan(40);
    for (const path of mine)
      for (const method of METHODS) expect(scopeFor(method, path), `${method} ${path}`).toBeNull();
    for (const path of ["/api/v2/auth/me", "/api/v2/users/me"])
      for (const method of METHODS)
        expect(scopeFor(method, path), `${method} ${path}`).toBe(method === "GET" ? "read" : null);
  });

  it("takes `read` for nothing but GET, functions that only read, and what a stream is told", () => {
    for (const path of PATHS.filter((each) => !/\/rpc\/|\/realtime\/v1\/watch$/.test(each)))
      for (const method of METHODS.slice(1)) expect(scopeFor(method, path)).not.toBe("read");
  });

  it("is closed for what comes close to a path", () => {
    for (const path of [
      "/api/v1/timeline/",
      "/api/v1/timeline/x",
      "//api/v1/timeline",
      "/API/v1/timeline",
      "/api/v1/time%6Cine",
      "/x/api/v1/timeline",
      "/api/posts//comments",
    ])
      expect(scopeFor("GET", path), path).toBeNull();
    expect(scopeFor("get", "/api/v1/timeline")).toBeNull();
    expect(scopeFor("PURGE", "/api/v1/timeline")).toBeNull();
  });
});

import { expect, it } from "vitest";
import { createRouteLabels, routeOfFile } from "./route-label";

const label = createRouteLabels([
  "/",
  "/[...unknown]",
  "/apps",
  "/apps/[appId]",
  "/apps/shared/[shareId]",
  "/apps/[appId]/run/[[...path]]",
  "/api/[...unknown]",
  "/api/posts/[id]",
  "/api/files/[...key]",
]);

it.each([
  ["/", "/"],
  ["/apps", "/apps"],
  ["/apps/", "/apps"],
  ["/apps/shared", "/apps/[appId]"],
  ["/apps/shared/x", "/apps/shared/[shareId]"],
  ["/apps/shared/run", "/apps/shared/[shareId]"],
  ["/apps/1/run", "/apps/[appId]/run/[[...path]]"],
  ["/apps/1/run/a/b", "/apps/[appId]/run/[[...path]]"],
  ["/api/posts/posts", "/api/posts/[id]"],
  ["/api/posts/1/2", "/api/[...unknown]"],
  ["/api/files/a/b", "/api/files/[...key]"],
  ["/api", "/[...unknown]"],
  ["/nobody/knows", "/[...unknown]"],
  ["/_next/static/x.js", "/_next/*"],
])("%s belongs to %s", (path, route) => expect(label(path)).toBe(route));

it("knows what is no route", () => {
  expect(createRouteLabels(["/apps"])("/elsewhere")).toBe("other");
  expect(routeOfFile("(main)/apps/[appId]/page.tsx")).toBe("/apps/[appId]");
  expect(routeOfFile("page.tsx")).toBe("/");
  expect(routeOfFile("(main)/layout.tsx")).toBeNull();
});

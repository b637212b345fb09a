import { describe, expect, it } from "vitest";
import { isPublicPath, isRememberable, legacyRedirect } from "./routes";

describe("isPublicPath", () => {
  it.each(["/", "/login", "/signup", "/auth/callback", "/playground", "/app/share/abc"])(
    "%s is public",
    (path) => {
      expect(isPublicPath(path)).toBe(true);
    },
  );
  it.each([
    "/timeline",
    "/apps",
    "/apps/x",
    "/app/x",
    "/app/share/",
    "/app/share/a/b",
    "/login/x",
    "/settings",
    "/onboarding",
  ])("%s is not", (path) => expect(isPublicPath(path)).toBe(false));
});

describe("isRememberable", () => {
  it.each(["/timeline", "/apps/0190/run", "/profile/me", "/search?q=a&type=posts", "/post/1#c2"])(
    "%s is",
    (path) => {
      expect(isRememberable(path)).toBe(true);
    },
  );
  it.each([
    "/login",
    "/signup",
    "/onboarding",
    "/login?next=/timeline",
    "//evil.test/timeline",
    "/\\evil.test/timeline",
    "https://evil.test/timeline",
    "timeline",
    "",
    "/unknown",
    "/api/apps",
  ])("%s is not", (path) => expect(isRememberable(path)).toBe(false));
});

describe("legacyRedirect", () => {
  it.each([
    ["/app/0190", "/apps/0190"],
    ["/app/share/abc", null],
    ["/app/", null],
    ["/app", null],
    ["/apps/0190", null],
    ["/app/a/b", null],
  ])("%s leads to %s", (path, target) => expect(legacyRedirect(path)).toBe(target));
});

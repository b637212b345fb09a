import { describe, expect, it } from "vitest";
import { isPublicPath, isRememberable, legacyRedirect, pageRedirect } from "./routes";

describe("isPublicPath", () => {
  it.each([
    "/",
    "/login",
    "/signup",
    "/auth/callback",
    "/playground",
    "/app/share/abc",
    "/terms",
    "/privacy",
    "/rules",
    "/about",
  ])("%s is public", (path) => {
    expect(isPublicPath(path)).toBe(true);
  });
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
    "/terms/agree",
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
    ["/users/0190", "/profile/0190"],
    ["/users/a/b", null],
    ["/app/share/abc", null],
    ["/app/", null],
    ["/app", null],
    ["/apps/0190", null],
    ["/app/a/b", null],
  ])("%s leads to %s", (path, target) => expect(legacyRedirect(path)).toBe(target));
});

describe("pageRedirect", () => {
  function of(visitor: "guest" | "newcomer" | "member", path: string, remembered?: string) {
    const { pathname, search } = new URL(path, "http://gum.test");
    return pageRedirect({ pathname, search, visitor, remembered, hasPublicFace: false });
  }

  it("lets guests see profiles, posts and apps where the instance opens them, and nothing else", () => {
    const guest = (pathname: string) =>
      pageRedirect({ pathname, search: "", visitor: "guest", remembered: undefined, hasPublicFace: true });
    for (const path of ["/profile/mio", "/profile/mio/feed.xml", "/post/0190", "/apps/0190", "/sitemap.xml"])
      expect(guest(path)).toBeNull();
    for (const path of [
      "/profile/me",
      "/post/0190/likes",
      "/apps",
      "/apps/trending",
      "/apps/0190/run",
      "/timeline",
    ])
      expect(guest(path)?.to).toBe("/login");
  });

  it("sends guests to /login and remembers the requested page if it is a screen", () => {
    expect(of("guest", "/apps?q=1")).toEqual({ to: "/login", remember: "/apps?q=1" });
    expect(of("guest", "/no-such-page")).toEqual({ to: "/login" });
    expect(of("guest", "/onboarding")).toEqual({ to: "/login" });
    for (const path of ["/", "/login", "/playground", "/docs", "/icon.svg"])
      expect(of("guest", path)).toBeNull();
  });

  it("sends members from the auth screens to the remembered page, and nowhere else", () => {
    expect(of("member", "/login", "/apps?q=1")).toEqual({ to: "/apps?q=1", remember: "" });
    for (const path of ["//evil.test/apps", "/login", undefined])
      expect(of("member", "/signup", path)).toEqual({ to: "/timeline", remember: "" });
    for (const path of ["/timeline", "/playground", "/onboarding"]) expect(of("member", path)).toBeNull();
  });

  it("sends newcomers to onboarding, except from public pages", () => {
    for (const path of ["/timeline", "/login", "/signup"])
      expect(of("newcomer", path)).toEqual({ to: "/onboarding" });
    for (const path of ["/onboarding", "/playground"]) expect(of("newcomer", path)).toBeNull();
  });

  it("redirects a legacy path for everyone", () => {
    for (const visitor of ["guest", "newcomer", "member"] as const)
      expect(of(visitor, "/app/abc?x=1")).toEqual({ to: "/apps/abc?x=1" });
  });
});

import { describe, expect, it } from "vitest";
import { convertLegacyHash, mayHoldLegacyHash } from "./legacy-hash";

describe("convertLegacyHash", () => {
  it.each([
    ["", "/timeline"],
    ["#", "/timeline"],
    ["#/", "/timeline"],
    ["#timeline", "/timeline"],
    ["#/timeline", "/timeline"],
    ["#!/apps", "/apps"],
    ["#apps", "/apps"],
    ["#apps-list", "/apps-list"],
    ["#add-app", "/add-app"],
    ["#search", "/search"],
    ["#notifications", "/notifications"],
    ["#settings", "/settings"],
    ["#edit-profile", "/edit-profile"],
    ["#local-apps", "/local-apps"],
    ["#discover", "/discover"],
    ["#playground", "/playground"],
    ["#login", "/login"],
    ["#signup", "/signup"],
    ["#onboarding", "/onboarding"],
    ["#profile", "/profile/me"],
    ["#profile/me", "/profile/me"],
    ["#home", "/timeline"],
    ["#store", "/apps"],
    ["#apps/0f3a", "/apps/0f3a"],
    ["#apps/0f3a/run", "/apps/0f3a/run"],
    ["#apps/shared/S-1_x", "/apps/shared/S-1_x"],
    ["#app/0f3a", "/apps/0f3a"],
    ["#profile/42", "/profile/42"],
    ["#app/share/S-1_x", "/app/share/S-1_x"],
    ["#users/42", "/users/42"],
    ["#quickjs-test", "/playground"],
    ["#quickjs-simple-test", "/playground"],
    ["#iframe-sandbox-demo", "/playground"],
    ["#error=access_denied&error_code=otp_expired&error_description=x", "/onboarding"],
    ["#/?error=a&error_code=b", "/onboarding"],
  ])("%j leads to %s", (hash, path) => {
    expect(convertLegacyHash(hash)).toEqual({ path, known: true });
  });

  it.each([
    "#nothing",
    "#error=access_denied",
    "#error_code=1",
    "#apps/",
    "#//evil.test",
    "#apps/../../x",
    "#apps/%2e%2e",
    "#https://evil.test",
    "#constructor",
    "#javascript:alert(1)",
    "#app/a/b/c",
  ])("%j is unknown and leads to the timeline, or to a screen of ours", (hash) => {
    const { path } = convertLegacyHash(hash);
    expect(["/timeline", "/apps"]).toContain(path);
  });
});

it("leaves a page's own hashes alone", () => {
  for (const path of [
    "/auth/verify",
    "/auth/reset",
    "/docs/apps",
    "/playground",
    "/outbox",
    "/post/1",
    "/apps/1",
    "/app/share/abc",
    "/notices",
  ]) {
    expect(mayHoldLegacyHash(path), path).toBe(false);
  }
  for (const path of ["/login", "/timeline", "/apps"]) expect(mayHoldLegacyHash(path), path).toBe(true);
});

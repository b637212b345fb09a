import { describe, expect, it } from "vitest";
import { isMeantFor, readClaims } from "./provider-claims";
import { canRemoveSignInMethod, type ProviderId } from "./providers";

const settings = { issuer: "https://id.acme.test", trustsEmail: true };
const read = (provider: ProviderId, profile: Record<string, unknown>, own = settings) =>
  readClaims(provider, profile, own);

it.each<[object, boolean]>([
  [{ aud: "web" }, true],
  [{ aud: ["web"] }, true],
  [{ aud: "web", azp: "web" }, true],
  [{ aud: "web", azp: "android" }, true],
  [{ aud: ["web"], azp: "android" }, true],
  [{ aud: ["web", "other"], azp: "web" }, true],
  [{ aud: ["web", "other"], azp: "android" }, false],
  [{ aud: ["web", "other"] }, false],
  [{ aud: "android", azp: "web" }, false],
  [{ aud: [], azp: "web" }, false],
  [{}, false],
])("a token with %j is for this instance: %s", (claims, expected) => {
  expect(isMeantFor("web", claims)).toBe(expected);
});

describe("what a provider says", () => {
  it.each<[ProviderId, Record<string, unknown>, object]>([
    [
      "github",
      { id: 583231, login: "octo", name: "The Octo", email: "octo@a.test", email_verified: true },
      { issuer: "https://github.com", subject: "583231", username: "octo", displayName: "The Octo" },
    ],
    [
      "google",
      { iss: "https://accounts.google.com", sub: "110", email: "g@a.test", email_verified: true, name: "G" },
      { issuer: "https://accounts.google.com", subject: "110", username: null, displayName: "G" },
    ],
    [
      "apple",
      { iss: "https://appleid.apple.com", sub: "000.1", email: "a@a.test", email_verified: "true" },
      { issuer: "https://appleid.apple.com", subject: "000.1", displayName: null },
    ],
    [
      "discord",
      { id: "8035", username: "nelly", global_name: "Nelly", email: "n@a.test", verified: true },
      { issuer: "https://discord.com", subject: "8035", username: "nelly", displayName: "Nelly" },
    ],
    [
      "oidc",
      {
        iss: settings.issuer,
        sub: "u1",
        preferred_username: "sam@acme.test",
        email: "s@a.test",
        email_verified: true,
      },
      { issuer: settings.issuer, subject: "u1", username: "sam" },
    ],
  ])("reads that of %s", (provider, profile, expected) => {
    expect(read(provider, profile)).toMatchObject({ provider, emailVerified: true, ...expected });
  });

  it("takes no address for confirmed that is not, or whose issuer is not trusted with it", () => {
    const profile = { iss: settings.issuer, sub: "u1", email: "s@a.test", email_verified: true };
    expect(read("oidc", profile, { ...settings, trustsEmail: false })).toMatchObject({
      email: "s@a.test",
      emailVerified: false,
    });
    for (const email_verified of [false, "false", 1, undefined])
      expect(read("oidc", { ...profile, email_verified })?.emailVerified).toBe(false);
    expect(read("oidc", { ...profile, email: undefined })?.emailVerified).toBe(false);
    expect(read("discord", { id: "1", email: "s@a.test", email_verified: true })?.emailVerified).toBe(false);
  });

  it("is nobody without a subject, or of another issuer", () => {
    expect(read("oidc", { iss: "https://evil.test", sub: "u1" })).toBeNull();
    expect(read("google", { iss: settings.issuer, sub: "u1" })).toBeNull();
    expect(read("oidc", { iss: settings.issuer })).toBeNull();
    expect(read("oidc", { iss: settings.issuer, sub: {} })).toBeNull();
    expect(read("github", { login: "octo" })).toBeNull();
    expect(read("oidc", { iss: settings.issuer, sub: "x".repeat(256) })).toBeNull();
  });
});

describe("sign-in methods", () => {
  it("lets the last passkey or identity go only where a password is left", () => {
    expect(canRemoveSignInMethod({ hasPassword: true, passkeys: 0, identities: 1 })).toBe(true);
    expect(canRemoveSignInMethod({ hasPassword: false, passkeys: 1, identities: 0 })).toBe(false);
    expect(canRemoveSignInMethod({ hasPassword: false, passkeys: 1, identities: 1 })).toBe(true);
  });
});

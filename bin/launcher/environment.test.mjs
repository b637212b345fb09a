import { describe, expect, it } from "vitest";
import { readAddress } from "./environment.mjs";

describe("readAddress", () => {
  it("defaults to this machine", () => {
    expect(readAddress({})).toEqual({ port: 3000, host: "127.0.0.1", appUrl: "http://localhost:3000" });
    expect(readAddress({ PORT: "8080", APP_URL: "http://gum.localhost:8080/" })).toMatchObject({
      port: 8080,
      appUrl: "http://gum.localhost:8080",
    });
  });

  it.each([
    { PORT: "0" },
    { PORT: "x" },
    { PORT: "70000" },
    { APP_URL: "gum.example" },
    { APP_URL: "ftp://gum.example" },
  ])("refuses %o and says what to set", (env) => expect(() => readAddress(env)).toThrow(/\. Set it to /));

  it("refuses a public instance without a human check, unless TURNSTILE_DISABLED is set", () => {
    const APP_URL = "https://gum.example";
    expect(() => readAddress({ APP_URL })).toThrow(/TURNSTILE_SITE_KEY.*or TURNSTILE_DISABLED=1/);
    expect(() => readAddress({ APP_URL, TURNSTILE_SITE_KEY: "a" })).toThrow();
    expect(() => readAddress({ APP_URL, TURNSTILE_DISABLED: "0" })).toThrow();
    expect(readAddress({ APP_URL, TURNSTILE_DISABLED: "1" }).appUrl).toBe(APP_URL);
    expect(readAddress({ APP_URL, TURNSTILE_SITE_KEY: "a", TURNSTILE_SECRET_KEY: "b" }).appUrl).toBe(APP_URL);
  });
});

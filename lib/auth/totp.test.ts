import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { acceptedSteps, fromBase32, stepCounter, toBase32, totpStep, totpUri, truncateDigest } from "./totp";

const code = (secret: Uint8Array, timeMs: number) =>
  truncateDigest(
    createHmac("sha1", secret)
      .update(stepCounter(totpStep(timeMs)))
      .digest(),
  );

describe("TOTP", () => {
  const secret = new TextEncoder().encode("12345678901234567890");

  // RFC 6238, appendix B (SHA-1), the last six of eight digits
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("gives the RFC's code at %d s", (seconds, expected) => {
    expect(code(secret, seconds * 1_000)).toBe(expected);
  });

  it("accepts a clock skew of half a minute", () => {
    const now = 1_700_000_000_000;
    expect(acceptedSteps(now)).toContain(totpStep(now - 30_000));
    expect(acceptedSteps(now)).toContain(totpStep(now + 30_000));
    expect(acceptedSteps(now)).not.toContain(totpStep(now + 90_000));
  });
});

describe("base32", () => {
  // RFC 4648, section 10
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("%j is %s and back", (text, encoded) => {
    const bytes = new TextEncoder().encode(text);
    expect(toBase32(bytes)).toBe(encoded);
    expect([...fromBase32(encoded)]).toEqual([...bytes]);
  });

  it("refuses invalid text", () => {
    expect(() => fromBase32("MZ0")).toThrow(RangeError);
  });
});

it("names issuer and account in the URI", () => {
  const uri = new URL(totpUri({ secret: "ABC", account: "a b@x.test", issuer: "Gum" }));
  expect(decodeURIComponent(uri.pathname)).toContain("Gum:a b@x.test");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: "ABC",
    issuer: "Gum",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

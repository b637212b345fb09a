import { describe, expect, it } from "vitest";
import { readReturnAddress } from "./return-address";

const allowed = {
  own: "https://gum.test",
  listed: ["https://app.test", "https://exact.test/back", "app.example://done"],
  loopback: false,
};
const read = (sent: string, changes: object = {}) =>
  readReturnAddress(sent, { ...allowed, ...changes })?.url.href ?? null;

describe("where a sign-in leads back to", () => {
  it.each([
    ["https://gum.test/?x=1#y", "https://gum.test/?x=1"],
    ["https://app.test", "https://app.test/"],
    ["https://app.test/any/path?state=1#x", "https://app.test/any/path?state=1"],
    ["https://APP.test/", "https://app.test/"],
    ["https://exact.test/back?x=1", "https://exact.test/back?x=1"],
    ["app.example://done?x=1", "app.example://done?x=1"],
  ])("allows %s", (sent, address) => expect(read(sent)).toBe(address));

  it.each([
    "https://evil.test",
    "https://gum.test/settings",
    "https://gum.test/apps/0190a0a0-0000-7000-8000-000000000000/run",
    "https://gum.test/apps/x/run/?y",
    "https://gum.test//",
    "https://gum.test/.//apps",
    "http://app.test/",
    "https://app.test:8443/",
    "https://app.test.evil.test/",
    "https://evil.test/https://app.test",
    "https://app.test@evil.test/",
    "https://app.test%40evil.test/",
    "https://app.test%2f@evil.test/",
    "https://user:word@app.test/",
    "https://evil.test\\@app.test/",
    "https:\\\\app.test/",
    "https://app.test\\.evil.test/",
    "//app.test/",
    "/settings",
    "https://exact.test/back/more",
    "https://exact.test/",
    "https://exact.test/back/../other",
    "app.example://other",
    "app.other://done",
    "javascript:alert(1)",
    "JavaScript:alert(1)//app.test",
    "data:text/html,x",
    " https://app.test/",
    "https://app.test/\n",
    "https://app\t.test/",
    "https://app。test/",
    "http://localhost:3000/",
    `https://app.test/${"x".repeat(2_000)}`,
    "",
  ])("refuses %s", (sent) => expect(read(sent)).toBeNull());

  it("lets a session go to exact addresses only", () => {
    const isExact = (sent: string) => readReturnAddress(sent, { ...allowed, loopback: true })?.isExact;
    for (const sent of ["https://exact.test/back?x=1", "app.example://done", "http://localhost:5173/x"])
      expect(isExact(sent)).toBe(true);
    for (const sent of ["https://app.test/back", "https://app.test/", "https://gum.test/"])
      expect(isExact(sent)).toBe(false);
  });

  it("allows programs of one's own computer where the instance is local", () => {
    for (const sent of ["http://localhost:5173/x", "http://127.0.0.1:1/", "http://[::1]:81/"])
      expect(read(sent, { loopback: true })).not.toBeNull();
    const local = { own: "http://localhost:3000", loopback: true };
    expect(read("http://127.0.0.1:3000/apps/x/run", local)).toBeNull();
    expect(read("http://localhost:3000/apps/x/run", local)).toBeNull();
    expect(read("http://localhost:3000/?x", local)).not.toBeNull();
    expect(read("http://localhost.evil.test/", { loopback: true })).toBeNull();
    expect(read("ftp://localhost/", { loopback: true })).toBeNull();
  });
});

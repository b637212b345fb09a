import { describe, expect, it } from "vitest";
import { normalPublicHost } from "./public-host";

describe("normalPublicHost", () => {
  it.each([
    ["api.example.com", "api.example.com"],
    ["API.Example.COM", "api.example.com"],
    ["例え.jp", "xn--r8jz45g.jp"],
    ["a-b.c1.co", "a-b.c1.co"],
  ])("%s is %s", (text, host) => expect(normalPublicHost(text)).toBe(host));

  it.each([
    "",
    "localhost",
    "printer",
    "https://a.com",
    "a.com:8080",
    "a.com/x",
    "a.com.",
    "u@a.com",
    "*.a.com",
    "127.0.0.1",
    "0x7f.1",
    "2130706433",
    "1.2.3",
    "[::1]",
    "a.local",
    "db.internal",
    "x.localhost",
    "a..com",
    "-a.com",
    "a.com?x",
    "a.com#x",
    "a b.com",
    "a.com\n",
    "%61.com",
    `${"a".repeat(64)}.com`,
  ])("refuses %j", (text) => expect(normalPublicHost(text)).toBeNull());
});

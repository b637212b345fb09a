import { describe, expect, it } from "vitest";
import { checkTarget, isFresh, normaliseHost, requestHeaders, responseHeaders } from "./rules";

const ALLOWED = ["api.example.com", "xn--bcher-kva.example"];

describe("checkTarget", () => {
  it.each([
    ["https://api.example.com/v1?q=1#part", "api.example.com"],
    ["https://API.Example.COM/", "api.example.com"],
    ["https://api.example.com:443/", "api.example.com"],
    ["https://bücher.example/", "xn--bcher-kva.example"],
  ])("accepts %s", (url, host) => {
    const target = checkTarget(url, ALLOWED);
    expect(target).toMatchObject({ host });
    expect((target as { url: URL }).url.hash).toBe("");
  });

  it.each([
    ["nonsense", "bad_url"],
    ["http://api.example.com/", "bad_scheme"],
    ["ftp://api.example.com/", "bad_scheme"],
    ["file:///etc/passwd", "bad_scheme"],
    ["https://api.example.com:8443/", "bad_port"],
    ["https://user@api.example.com/", "credentials"],
    ["https://user:pass@api.example.com/", "credentials"],
    ["https://127.0.0.1/", "address_literal"],
    ["https://2130706433/", "address_literal"],
    ["https://0x7f000001/", "address_literal"],
    ["https://0177.0.0.1/", "address_literal"],
    ["https://0x7f.1/", "address_literal"],
    ["https://127.1/", "address_literal"],
    ["https://[::1]/", "address_literal"],
    ["https://[::ffff:127.0.0.1]/", "address_literal"],
    ["https://①②⑦.⓪.⓪.①/", "address_literal"],
    ["https://other.example.com/", "host_not_allowed"],
    ["https://api.example.com.evil.test/", "host_not_allowed"],
    ["https://evilapi.example.com/", "host_not_allowed"],
    ["https://api.example.com./", "host_not_allowed"],
    ["https://localhost/", "host_not_allowed"],
    ["https://api.example.com\\@evil.test/", "host_not_allowed", true],
  ])("refuses %s as %s", (url, reason, parsesAsPath = false) => {
    const result = checkTarget(url, ALLOWED);
    // The URL parser reads a backslash as a slash: the host stays the allowed one and the rest is a path.
    if (parsesAsPath) expect(result).toMatchObject({ host: "api.example.com" });
    else expect(result).toBe(reason);
  });

  it("never matches an address, even if a manifest lists one", () => {
    expect(checkTarget("https://127.0.0.1/", ["127.0.0.1"])).toBe("address_literal");
    expect(normaliseHost("localhost")).toBeNull();
    for (const name of ["printer.local", "metadata.google.internal", "nas.home.arpa", "router.lan"])
      expect(checkTarget(`https://${name}/`, [name])).toBe("host_not_allowed");
    expect(normaliseHost("example.com/path")).toBeNull();
    expect(normaliseHost("user@example.com")).toBeNull();
    expect(normaliseHost("example.com:8080")).toBeNull();
  });
});

describe("headers", () => {
  it("forwards listed headers only", () => {
    const sent = requestHeaders([
      ["Accept", "application/json"],
      ["Cookie", "a=b"],
      ["Host", "evil.test"],
      ["X-Forwarded-For", "1.2.3.4"],
      ["Proxy-Authorization", "x"],
      ["Content-Length", "5"],
      ["Transfer-Encoding", "chunked"],
      ["Authorization", "Bearer key-of-the-app"],
      ["If-None-Match", "a\r\nX-Injected: 1"],
    ]);
    expect(sent).toEqual([
      ["accept", "application/json"],
      ["authorization", "Bearer key-of-the-app"],
    ]);
  });

  it("never exposes a host's cookies", () => {
    const seen = responseHeaders([
      ["Set-Cookie", "id=1"],
      ["Content-Type", "text/plain"],
      ["Server", "x"],
    ]);
    expect(seen).toEqual([["content-type", "text/plain"]]);
  });
});

describe("isFresh", () => {
  it.each([
    [0, true],
    [5_000, true],
    [5_001, false],
    [-3_000, true],
    [-60_000, false],
  ])("a request %d ms old: %s", (age, fresh) => {
    expect(isFresh({ ts: 1_000_000 - age, now: 1_000_000, ttlMs: 5_000 })).toBe(fresh);
  });
});

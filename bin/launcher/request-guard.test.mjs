import { describe, expect, it } from "vitest";
import { clientAddress, guardHeaders, plainAddress, proxyHops } from "./request-guard.mjs";

function request(headers, remoteAddress = "127.0.0.1") {
  return {
    socket: { remoteAddress },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: Object.entries(headers).flat(),
  };
}

describe("plainAddress", () => {
  it.each([
    ["1.2.3.4", "1.2.3.4"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["1.2.3.4:5678", "1.2.3.4"],
    ["[2001:DB8::1]:443", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    [" 10.0.0.1 ", "10.0.0.1"],
    ["unknown", null],
    ["_hidden", null],
    ["", null],
    [undefined, null],
  ])("%s is %s", (text, expected) => expect(plainAddress(text)).toBe(expected));
});

describe("clientAddress", () => {
  const forwardedFor = "6.6.6.6, 203.0.113.7, 10.0.0.2";

  it("believes nothing without a proxy", () =>
    expect(clientAddress({ socketAddress: "::ffff:192.0.2.1", forwardedFor, hops: 0 })).toBe("192.0.2.1"));
  it("takes what the nearest proxy saw", () =>
    expect(clientAddress({ socketAddress: "127.0.0.1", forwardedFor, hops: 1 })).toBe("10.0.0.2"));
  it("counts proxies from the right, so that a made-up beginning changes nothing", () =>
    expect(clientAddress({ socketAddress: "127.0.0.1", forwardedFor, hops: 2 })).toBe("203.0.113.7"));
  it("takes the first where there are fewer than announced", () =>
    expect(clientAddress({ socketAddress: "127.0.0.1", forwardedFor: "203.0.113.7", hops: 3 })).toBe(
      "203.0.113.7",
    ));
  it("falls back to the connection where the header is nonsense", () =>
    expect(clientAddress({ socketAddress: "192.0.2.1", forwardedFor: "<script>", hops: 1 })).toBe(
      "192.0.2.1",
    ));
});

describe("guardHeaders", () => {
  it("replaces what arrives under our names, in both views of the headers", () => {
    const incoming = request({ Host: "localhost", "X-Gum-Client-IP": "6.6.6.6", "x-gum-anything": "1" });
    const id = guardHeaders(incoming, { hops: 0 });
    expect(incoming.headers).toEqual({
      host: "localhost",
      "x-gum-client-ip": "127.0.0.1",
      "x-gum-request-id": id,
    });
    expect(incoming.rawHeaders).toEqual([
      "Host",
      "localhost",
      "x-gum-client-ip",
      "127.0.0.1",
      "x-gum-request-id",
      id,
    ]);
  });

  it("drops what only a proxy may say where there is none", () => {
    const incoming = request({
      "X-Forwarded-For": "6.6.6.6",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "for=6.6.6.6",
      "X-Real-IP": "6.6.6.6",
    });
    guardHeaders(incoming, { hops: 0 });
    expect(Object.keys(incoming.headers)).toEqual(["x-gum-client-ip", "x-gum-request-id"]);
    expect(incoming.headers["x-gum-client-ip"]).toBe("127.0.0.1");
  });

  it("keeps a trusted proxy's words", () => {
    const incoming = request({ "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https" });
    guardHeaders(incoming, { hops: 1 });
    expect(incoming.headers).toMatchObject({
      "x-forwarded-proto": "https",
      "x-gum-client-ip": "203.0.113.7",
    });
  });

  it("gives each request an id of its own", () =>
    expect(guardHeaders(request({}), { hops: 0 })).not.toBe(guardHeaders(request({}), { hops: 0 })));
});

describe("proxyHops", () => {
  it.each([
    [undefined, 0],
    ["", 0],
    ["0", 0],
    ["false", 0],
    ["1", 1],
    ["true", 1],
    ["3", 3],
  ])("%s is %s", (value, hops) => expect(proxyHops(value)).toBe(hops));
  it("refuses what is no number", () => expect(() => proxyHops("yes")).toThrow("TRUST_PROXY"));

  it.each([
    [{ "next-router-prefetch": "1" }, "1"],
    [{ "next-router-segment-prefetch": "/_tree" }, "1"],
    [{ "sec-purpose": "prefetch;prerender" }, "1"],
    [{ "x-gum-prefetch": "1" }, undefined],
    [{}, undefined],
  ])("marks what is only fetched ahead: %o", (headers, mark) => {
    const incoming = request(headers);
    guardHeaders(incoming, { hops: 0 });
    expect(incoming.headers["x-gum-prefetch"]).toBe(mark);
  });
});

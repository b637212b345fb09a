import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forwardedAddress, networkOf, plainAddress } from "./client-address";

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "postgresql://nowhere");
  vi.stubEnv("NEXTAUTH_SECRET", "a-secret-of-this-test-only");
});
afterEach(() => vi.unstubAllEnvs());

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

describe("forwardedAddress", () => {
  const header = "6.6.6.6, 203.0.113.7, 10.0.0.2";

  it.each([
    [header, 1, "10.0.0.2"],
    [header, 2, "203.0.113.7"],
    ["203.0.113.7", 3, "203.0.113.7"],
    ["<script>", 1, null],
    [null, 1, null],
  ])("of %s behind %d is %s", (text, hops, expected) => expect(forwardedAddress(text, hops)).toBe(expected));
});

describe("networkOf", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
    ["2001:0db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    [null, "unknown"],
  ])("of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
});

describe("clientAddress", () => {
  /** The module reads the environment once. */
  function withEnvironment(env: Record<string, string>) {
    vi.resetModules();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    return import("./client-address");
  }

  it("is the connection's, whatever the client sends", async () => {
    const { clientAddress, stampPeerAddress } = await withEnvironment({});
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: "::ffff:192.0.2.1" });
    const request = new IncomingMessage(socket);
    const claimed = { "x-gum-peer": "6.6.6.6", "x-forwarded-for": "6.6.6.6", "x-real-ip": "6.6.6.6" };
    Object.assign(request.headers, claimed);
    stampPeerAddress(request);
    expect(clientAddress(new Headers(request.headers as Record<string, string>))).toBe("192.0.2.1");
  });

  it("is unknown where the header is not signed", async () => {
    const { clientAddress } = await withEnvironment({});
    expect(clientAddress(new Headers({ "x-gum-peer": "6.6.6.6" }))).toBe("unknown");
    expect(clientAddress(new Headers({ "x-gum-peer": `${"a".repeat(43)} 6.6.6.6` }))).toBe("unknown");
    expect(clientAddress(new Headers())).toBe("unknown");
  });

  it("is what the trusted proxy saw", async () => {
    const { clientAddress } = await withEnvironment({ TRUST_PROXY: "1" });
    const headers = new Headers({ "x-forwarded-for": "6.6.6.6, 203.0.113.7", "x-gum-peer": "6.6.6.6" });
    expect(clientAddress(headers)).toBe("203.0.113.7");
  });
});

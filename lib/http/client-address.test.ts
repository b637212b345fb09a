import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clientAddress, forwardedAddress, networkOf, plainAddress, stampPeerAddress } from "./client-address";

beforeEach(() => {
  vi.resetModules();
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
  function stamped(claimed: Record<string, string>): Headers {
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: "::ffff:192.0.2.1" });
    const request = new IncomingMessage(socket);
    Object.assign(request.headers, claimed);
    stampPeerAddress(request);
    return new Headers(request.headers as Record<string, string>);
  }

  it("is the connection's, whatever the client sends", () => {
    const claimed = { "x-gum-peer": "6.6.6.6", "x-forwarded-for": "6.6.6.6", "x-real-ip": "6.6.6.6" };
    expect(clientAddress(stamped(claimed))).toBe("192.0.2.1");
  });

  it("is unknown where the header is not signed", () => {
    expect(clientAddress(new Headers({ "x-gum-peer": "6.6.6.6" }))).toBe("unknown");
    expect(clientAddress(new Headers({ "x-gum-peer": `${"a".repeat(43)} 6.6.6.6` }))).toBe("unknown");
    expect(clientAddress(new Headers())).toBe("unknown");
  });

  it("is what the trusted proxy saw", async () => {
    vi.stubEnv("TRUST_PROXY", "1");
    const behindProxy = await import("./client-address");
    const headers = new Headers({ "x-forwarded-for": "6.6.6.6, 203.0.113.7", "x-gum-peer": "6.6.6.6" });
    expect(behindProxy.clientAddress(headers)).toBe("203.0.113.7");
  });
});

/**
 * The client's network address, for rate limits only: never stored, never logged.
 *
 * Trust model. Clients can send any header, including X-Forwarded-For. With TRUST_PROXY that header is counted from the
 * right, because the client controls everything further left. Without it only the connection counts. Next does not
 * expose it to route handlers, so instrumentation.ts copies it into a signed header that no client can forge.
 */
import "server-only";
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { serverEnv } from "@/lib/config/env.server";

const PEER_HEADER = "x-gum-peer";

let signature: string | undefined;

function sign(address: string): string {
  // The header never leaves this process, so one signature serves every request.
  signature ??= createHmac("sha256", serverEnv().NEXTAUTH_SECRET).update(PEER_HEADER).digest("base64url");
  return `${signature} ${address}`;
}

/** Sets the header to the connection's address, overwriting what the client sent. */
export function stampPeerAddress(request: IncomingMessage): void {
  request.headers[PEER_HEADER] = sign(request.socket.remoteAddress ?? "");
}

/** The network that rate limits count: an IPv4 address or an IPv6 /64, which one subscriber has; "unknown" where neither a trusted proxy nor the connection gives one. */
export function clientAddress(headers: Headers): string {
  const hops = serverEnv().TRUST_PROXY;
  if (hops > 0) return networkOf(forwardedAddress(headers.get("x-forwarded-for"), hops));
  const peer = headers.get(PEER_HEADER);
  const prefix = sign("");
  return networkOf(peer?.startsWith(prefix) ? plainAddress(peer.slice(prefix.length)) : null);
}

/** The address itself, or the /64 of an IPv6 address. */
export function networkOf(address: string | null): string {
  if (!address || isIP(address) !== 6) return address ?? "unknown";
  const [head = "", tail] = address.split("::");
  const groups = head ? head.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail ? tail.split(":").length : 0);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** The address that the outermost of `hops` trusted proxies saw; the first entry if there are fewer. */
export function forwardedAddress(header: string | null, hops: number): string | null {
  if (!header) return null;
  const chain = header.split(",");
  return plainAddress(chain[Math.max(0, chain.length - hops)]);
}

/** Strips port, brackets, zone and IPv4-mapped prefix; null if the text is not an address. */
export function plainAddress(text: string | undefined): string | null {
  const trimmed = (text ?? "").trim();
  const inner =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = inner.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return isIP(address) ? address.toLowerCase() : null;
}

/**
 * The network address of whoever sends a request: for rate limits only, never stored, never logged.
 *
 * Trust model. Everybody can send any header, X-Forwarded-For included. With TRUST_PROXY that header is counted from the
 * right, because everything further left was written by the other side. Without it only the connection counts, and Next
 * does not show it to a route: instrumentation.ts writes it into a header of ours, signed so that nobody outside can.
 */
import "server-only";
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { serverEnv } from "@/lib/config/env.server";

const PEER_HEADER = "x-gum-peer";

let signature: string | undefined;

function sign(address: string): string {
  // Of the secret and not of the address: it costs nothing a request, and never leaves this process.
  signature ??= createHmac("sha256", serverEnv().NEXTAUTH_SECRET).update(PEER_HEADER).digest("base64url");
  return `${signature} ${address}`;
}

/** Writes the address of the connection over whatever the client sent under the header's name. */
export function stampPeerAddress(request: IncomingMessage): void {
  request.headers[PEER_HEADER] = sign(request.socket.remoteAddress ?? "");
}

/** The address that limits are counted for; "unknown" where neither a trusted proxy nor the connection tells. */
export function clientAddress(headers: Headers): string {
  const hops = serverEnv().TRUST_PROXY;
  if (hops > 0) return forwardedAddress(headers.get("x-forwarded-for"), hops) ?? "unknown";
  const peer = headers.get(PEER_HEADER);
  const prefix = sign("");
  return (peer?.startsWith(prefix) && plainAddress(peer.slice(prefix.length))) || "unknown";
}

/** What the outermost of `hops` trusted proxies saw; the first entry where there are fewer. */
export function forwardedAddress(header: string | null, hops: number): string | null {
  if (!header) return null;
  const chain = header.split(",");
  return plainAddress(chain[Math.max(0, chain.length - hops)]);
}

/** An address without port, brackets, zone or IPv4-mapped prefix; null if it is none. */
export function plainAddress(text: string | undefined): string | null {
  const trimmed = (text ?? "").trim();
  const inner =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = inner.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  return isIP(address) ? address.toLowerCase() : null;
}

import "server-only";

/**
 * The network address a request came from, for limits only: never stored, never logged. The front server of ours
 * (bin/server.mjs) removes what clients send under this name and sets it from the socket, or from X-Forwarded-For
 * where TRUST_PROXY says that a proxy of the host's own is in front.
 */
export function clientAddress(headers: Headers): string {
  return headers.get("x-gum-client-ip") ?? "unknown";
}

/** The messages for blocked network APIs. Their wording is part of the specification. */
import { outsideHost } from "@/lib/sandbox/protocol/violation-text";

export type BlockedApi = "fetch" | "sendBeacon" | "XMLHttpRequest" | "WebSocket" | "EventSource";

const REASON = "Direct network access is not allowed. Use egress RPC instead.";

/** The prefix of every refusal. */
export const REFUSED = "Network API blocked by policy: ";

export function refusalOf(api: BlockedApi): string {
  return `${REFUSED}${api}. ${REASON}`;
}

/** For the terminal, with the host that the app wanted. */
export function refusalLine(api: BlockedApi, url: unknown): string {
  const host = outsideHost(String(url));
  return host === null ? refusalOf(api) : `${refusalOf(api)} (${host})`;
}

/** The messages for blocked network APIs. Their wording is part of the specification. */
export type BlockedApi = "fetch" | "sendBeacon" | "XMLHttpRequest" | "WebSocket" | "EventSource";

const REASON = "Direct network access is not allowed. Use egress RPC instead.";

/** The prefix of every refusal. */
export const REFUSED = "Network API blocked by policy: ";

export function refusalOf(api: BlockedApi): string {
  return `${REFUSED}${api}. ${REASON}`;
}

/** What an app is told when it asks for something outside (specification, section 8, word for word). */
export type BlockedApi = "fetch" | "sendBeacon" | "XMLHttpRequest" | "WebSocket" | "EventSource";

const REASON = "Direct network access is not allowed. Use egress RPC instead.";

/** How every refusal begins. */
export const REFUSED = "Network API blocked by policy: ";

export function refusalOf(api: BlockedApi): string {
  return `${REFUSED}${api}. ${REASON}`;
}

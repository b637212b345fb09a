import "server-only";
import webPush from "web-push";
import { PUSH_SEND_MS, PUSH_TTL_SECONDS } from "@/lib/config/push-limits";
import { createEgressFetch } from "@/lib/egress/egress-fetch.server";
import { listBlockedAmong } from "@/lib/moderation/standing-service";
import { outcomeOf, type PushMessage, type PushOutcome } from "./message";
import { vapid } from "./vapid.server";

export type PushFetch = ReturnType<typeof createEgressFetch>;

/**
 * Sends push messages.
 *
 * Trust model. Untrusted: a person's browser, which names the endpoint and the keys, and the server behind the endpoint. It
 * must not make this server reach its own network (createEgressFetch: https, port 443, public addresses), nor hold it up:
 * each message has PUSH_SEND_MS, and nothing of the response is kept but its status and Retry-After. The push service sees
 * when and to whom something is sent, but not what: the message is encrypted for the browser (RFC 8291).
 */
export async function sendPush(
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  message: PushMessage,
  {
    topic,
    fetchOutside = createEgressFetch(),
  }: { topic?: string; fetchOutside?: PushFetch | undefined } = {},
): Promise<PushOutcome> {
  const vapidDetails = vapid();
  if (!vapidDetails) return { result: "failed", retryAfterMs: null };
  let request: webPush.RequestDetails;
  try {
    request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails,
      TTL: PUSH_TTL_SECONDS,
      urgency: "normal",
      ...(topic && { topic }),
    });
  } catch {
    // Keys that are no keys.
    return { result: "rejected" };
  }
  // The number of bytes is that of the body, which the client counts by itself.
  const { "Content-Length": _, ...headers } = request.headers;
  const outcome = await fetchOutside({
    method: "POST",
    url: endpoint,
    headers: [],
    ownHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: request.body,
    allowedHosts: async (host) => (await listBlockedAmong([host])).length === 0,
    bounds: { bytes: 1_024, ms: PUSH_SEND_MS, cut: true },
  });
  if (outcome.ok)
    return outcomeOf(outcome.status, outcome.headers.find(([name]) => name === "retry-after")?.[1] ?? null);
  const isTemporary = ["timeout", "unreachable", "unresolvable"].includes(outcome.error);
  return isTemporary ? { result: "failed", retryAfterMs: null } : { result: "rejected" };
}

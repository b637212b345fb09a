import "server-only";
import { createHash } from "node:crypto";
import { JOB_BATCH } from "@/lib/config/limits";
import {
  PUSH_AT_ONCE,
  PUSH_AT_ONCE_PERSON,
  PUSH_BATCH,
  PUSH_BATCH_AT_ONCE,
  PUSH_FAILURES_MAX,
  PUSH_LEASE_MS,
  PUSH_RETRIES_MS,
  PUSH_RETRY_MAX_MS,
  PUSH_TEXT_BYTES,
  PUSH_TEXT_GRAPHEMES,
  PUSH_TTL_SECONDS,
} from "@/lib/config/push-limits";
import { logger } from "@/lib/infra/logger";
import { isWithinLimit } from "@/lib/infra/rate-limiter";
import { describeNotification } from "@/lib/notifications/text-service";
import { presentNotification } from "@/lib/notifications/presenter";
import { listNotifications } from "@/lib/notifications/repository";
import { groupNotifications, isGrouped, type NotificationKind } from "@/lib/notifications/rules";
import { clipGraphemes } from "@/lib/shared/visible-text";
import type { PushMessage } from "./message";
import { sendPush, type PushFetch } from "./push-sender.server";
import {
  claimDeliveries,
  countFailure,
  deleteDelivery,
  deleteEndedSubscriptions,
  deleteOldDeliveries,
  type Delivery,
  findDelivery,
  markGone,
  markSuccess,
  postponeDelivery,
  releaseDeliveries,
} from "./repository";
import { vapid } from "./vapid.server";

/** How many of the newest notifications of a kind are looked through for those that belong together. */
const GROUP_LOOKED_AT = 50;

type Leased = { id: string; userId: string };

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & { gumPushes?: Map<string, number> };

/** Messages in flight, by person. */
const inFlight = (): Map<string, number> => (holder.gumPushes ??= new Map());

/**
 * Sends new deliveries. What fails, or comes while too many messages are in flight, is left to the cron job.
 * @param fetchOutside replaced in tests
 */
export async function sendDeliveries(deliveries: Leased[], fetchOutside?: PushFetch): Promise<void> {
  const left: string[] = [];
  const sent: Promise<void>[] = [];
  for (const delivery of deliveries) {
    if (takeSlot(delivery.userId))
      sent.push(attempt(delivery, fetchOutside).finally(() => freeSlot(delivery.userId)));
    else left.push(delivery.id);
  }
  if (left.length > 0) await releaseDeliveries(left);
  await Promise.all(sent);
}

function takeSlot(userId: string): boolean {
  const slots = inFlight();
  const own = slots.get(userId) ?? 0;
  const all = [...slots.values()].reduce((sum, each) => sum + each, 0);
  if (own >= PUSH_AT_ONCE_PERSON || all >= PUSH_AT_ONCE) return false;
  slots.set(userId, own + 1);
  return true;
}

function freeSlot(userId: string): void {
  const left = (inFlight().get(userId) ?? 1) - 1;
  if (left > 0) inFlight().set(userId, left);
  else inFlight().delete(userId);
}

/**
 * Cron job: sends messages that are due, and removes devices whose session has ended.
 * @returns how many were dealt with
 */
export async function runPushes(now: Date, fetchOutside?: PushFetch): Promise<number> {
  const ended =
    (await deleteEndedSubscriptions(JOB_BATCH)) +
    (await deleteOldDeliveries(new Date(now.getTime() - PUSH_TTL_SECONDS * 1_000)));
  if (!vapid()) return ended;
  const leaseUntil = new Date(now.getTime() + PUSH_LEASE_MS);
  const due = await claimDeliveries({ now, leaseUntil, limit: PUSH_BATCH });
  const queue = due.values();
  await Promise.all(
    Array.from({ length: PUSH_BATCH_AT_ONCE }, async () => {
      for (const delivery of queue) await attempt(delivery, fetchOutside);
    }),
  );
  return ended + due.length;
}

async function attempt({ id }: Leased, fetchOutside: PushFetch | undefined): Promise<void> {
  try {
    const delivery = await findDelivery(id);
    const message = delivery && (await messageOf(delivery));
    if (!delivery || !message) return await deleteDelivery(id);
    // Beyond the limit a notification is in the list only.
    const isFirst = delivery.attempts === 0;
    if (isFirst && !(await isWithinLimit("pushes", delivery.subscriptionId))) return await deleteDelivery(id);
    const topic = createHash("sha256").update(message.tag).digest("base64url").slice(0, 32);
    const outcome = await sendPush(delivery, message, { topic, fetchOutside });
    if (outcome.result === "gone") await markGone(delivery.subscriptionId);
    else if (outcome.result === "failed") await retryOrDrop(delivery, outcome.retryAfterMs);
    else {
      await deleteDelivery(id);
      if (outcome.result === "sent") await markSuccess(delivery.subscriptionId);
      else await countFailure(delivery.subscriptionId, PUSH_FAILURES_MAX);
    }
  } catch (error) {
    logger().error({ err: error }, "could not send a push message");
    // Another attempt would fail as well. Without a database it stays, and the cron job tries again.
    await deleteDelivery(id).catch(() => undefined);
  }
}

async function retryOrDrop(
  { id, attempts, subscriptionId }: Delivery,
  retryAfterMs: number | null,
): Promise<void> {
  const wait = PUSH_RETRIES_MS[attempts];
  if (wait !== undefined) {
    const ms = Math.min(Math.max(wait, retryAfterMs ?? 0), PUSH_RETRY_MAX_MS);
    return postponeDelivery(id, new Date(Date.now() + ms));
  }
  await deleteDelivery(id);
  await countFailure(subscriptionId, PUSH_FAILURES_MAX);
}

/** What the list of notifications says of it now; null if it does not show it any more. */
async function messageOf({ userId, notificationId, kind, language }: Delivery): Promise<PushMessage | null> {
  const kinds = [kind as NotificationKind];
  const rows = await listNotifications({ viewerId: userId, after: undefined, take: GROUP_LOOKED_AT, kinds });
  const group = groupNotifications(rows).find((each) => each.some(({ id }) => id === notificationId));
  if (!group) return null;
  const locale = language === "ja" ? "ja" : "en";
  const notification = presentNotification(group);
  const { title, about, href } = describeNotification(notification, locale);
  const { app, post } = notification;
  return {
    title,
    body: shortened(about),
    href,
    tag: isGrouped(notification.kind) ? `${kind}:${post?.id ?? app?.id ?? ""}` : notification.id,
    lang: locale,
    icon: app?.iconUrl ?? "/icons/icon-192.png",
  };
}

/** As much of a text as a message may carry. */
function shortened(text: string): string {
  const clipped = clipGraphemes(text, PUSH_TEXT_GRAPHEMES);
  // Emoji of many characters.
  return Buffer.byteLength(clipped) <= PUSH_TEXT_BYTES
    ? clipped
    : clipGraphemes(text, PUSH_TEXT_GRAPHEMES / 8);
}

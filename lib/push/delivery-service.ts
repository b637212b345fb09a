import "server-only";
import { createHash } from "node:crypto";
import { JOB_BATCH } from "@/lib/config/limits";
import {
  PUSH_AT_ONCE_PERSON,
  PUSH_FAILURES_MAX,
  PUSH_POSTPONED_MAX,
  PUSH_RETRY_MAX_MS,
  PUSH_SLOT_MS,
  PUSH_TEXT_BYTES,
  PUSH_TEXT_GRAPHEMES,
  PUSH_TTL_SECONDS,
} from "@/lib/config/push-limits";
import { RunAgain } from "@/lib/infra/queue";
import { isWithinLimit } from "@/lib/infra/rate-limiter";
import { describeNotification } from "@/lib/notifications/text-service";
import { presentNotification } from "@/lib/notifications/presenter";
import { listNotifications } from "@/lib/notifications/repository";
import type { NotificationKind } from "@/lib/notifications/kinds";
import { groupNotifications, isGrouped } from "@/lib/notifications/rules";
import { clipGraphemes } from "@/lib/shared/visible-text";
import type { PushMessage } from "./message";
import { sendPush, type PushFetch } from "./push-sender.server";
import {
  countFailure,
  deleteEndedSubscriptions,
  type Delivery,
  findDelivery,
  markGone,
  markSuccess,
  type PushJob,
} from "./repository";

/** How many of the newest notifications of a kind are looked through for those that belong together. */
const GROUP_LOOKED_AT = 50;

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & {
  gumPushes?: Map<string, number>;
  gumPostponedPushes?: Set<string>;
};

/** Messages in flight, by person. */
const inFlight = (): Map<string, number> => (holder.gumPushes ??= new Map());

/** Messages that wait for a slot here: their device's limit has counted them. */
const postponed = (): Set<string> => (holder.gumPostponedPushes ??= new Set());

function takeSlot(userId: string): boolean {
  const own = inFlight().get(userId) ?? 0;
  if (own >= PUSH_AT_ONCE_PERSON) return false;
  inFlight().set(userId, own + 1);
  return true;
}

function freeSlot(userId: string): void {
  const left = (inFlight().get(userId) ?? 1) - 1;
  if (left > 0) inFlight().set(userId, left);
  else inFlight().delete(userId);
}

/** Cron job: removes devices whose session has ended. @returns how many */
export function dropEndedDevices(): Promise<number> {
  return deleteEndedSubscriptions(JOB_BATCH);
}

/**
 * Sends a message to a device. One that fails for good is gone, and counts against the device.
 * @param fetchOutside replaced in tests
 */
export async function deliver(
  job: PushJob,
  { attempt, isLast }: { attempt: number; isLast: boolean },
  fetchOutside?: PushFetch,
): Promise<void> {
  const key = `${job.subscriptionId} ${job.notificationId}`;
  const isCounted = postponed().delete(key);
  const delivery = await findDelivery(job);
  if (!delivery) return;
  const { subscriptionId, userId } = delivery;
  const age = Date.now() - delivery.createdAt.getTime();
  if (age > PUSH_TTL_SECONDS * 1_000) return;
  // Beyond the limit a notification is in the list only.
  if (attempt === 1 && !isCounted && !(await isWithinLimit("pushes", subscriptionId))) return;
  // A slow push service delays nobody else, and what waits for it long is looked at more and more rarely.
  if (!takeSlot(userId)) {
    if (postponed().size >= PUSH_POSTPONED_MAX) postponed().clear();
    postponed().add(key);
    throw new RunAgain(Math.max(PUSH_SLOT_MS, age / 2), false);
  }
  try {
    const message = await messageOf(delivery);
    if (!message) return;
    const topic = createHash("sha256").update(message.tag).digest("base64url").slice(0, 32);
    const outcome = await sendPush(delivery, message, { topic, fetchOutside });
    if (outcome.result === "gone") await markGone(subscriptionId);
    else if (outcome.result === "sent") await markSuccess(subscriptionId);
    else if (outcome.result === "failed" && !isLast)
      throw new RunAgain(Math.min(outcome.retryAfterMs ?? 0, PUSH_RETRY_MAX_MS), true);
    else await countFailure(subscriptionId, PUSH_FAILURES_MAX);
  } finally {
    freeSlot(userId);
  }
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

import "server-only";
import { PUSH_LEASE_MS } from "@/lib/config/push-limits";
import { runLater } from "@/lib/infra/late-work";
import type { PushFetch } from "./push-sender.server";
import { insertDeliveries } from "./repository";
import { vapid } from "./vapid.server";

/** Pushes stored notifications to their recipients' devices, after the response. */
export function pushLater(notificationIds: string[]): void {
  if (notificationIds.length > 0 && vapid())
    runLater(() => pushNotifications(notificationIds), "could not push notifications");
}

/** @param fetchOutside replaced in tests */
export async function pushNotifications(notificationIds: string[], fetchOutside?: PushFetch): Promise<void> {
  const deliveries = await insertDeliveries(notificationIds, new Date(Date.now() + PUSH_LEASE_MS));
  if (deliveries.length === 0) return;
  // Only here: the texts of messages need Next, which scripts that write posts do not have.
  const { sendDeliveries } = await import("./delivery-service");
  await sendDeliveries(deliveries, fetchOutside);
}

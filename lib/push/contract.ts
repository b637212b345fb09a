import { z } from "zod";
import { PUSH_ENDPOINT_CHARS } from "@/lib/config/push-limits";

/** What `PushManager.subscribe` answers, as JSON. */
export const pushSubscriptionBody = z.strictObject({
  endpoint: z.url().max(PUSH_ENDPOINT_CHARS),
  keys: z.strictObject({
    /** A point of P-256, uncompressed. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>;

const pushDeviceSchema = z.object({
  id: z.string(),
  userAgent: z.string(),
  /** Whether it is that of the session that asks. */
  current: z.boolean(),
  createdAt: z.string(),
  lastSuccessAt: z.string().nullable(),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const pushResponse = z.object({
  /** For `PushManager.subscribe`; null if the instance has no web push. */
  publicKey: z.string().nullable(),
  devices: z.array(pushDeviceSchema),
});
export type PushState = z.infer<typeof pushResponse>;

export const pushTestResponse = z.object({
  /** `gone`: the browser has unsubscribed, and the device was removed. */
  result: z.enum(["sent", "gone", "failed"]),
});
export type PushTestResult = z.infer<typeof pushTestResponse>;

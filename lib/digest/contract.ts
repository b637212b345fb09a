import { z } from "zod";
import { isTimeZone } from "./rules";

const DIGEST_CHOICES = ["off", "daily", "weekly"] as const;
export type DigestChoice = (typeof DIGEST_CHOICES)[number];

export const digestSchema = z.object({
  /** False where this instance sends no mail, or the person's address is not confirmed. */
  isAvailable: z.boolean(),
  every: z.enum(DIGEST_CHOICES),
  /** Whose mornings count; null while it is off. */
  timeZone: z.string().nullable(),
  nextAt: z.string().nullable(),
});
export type Digest = z.infer<typeof digestSchema>;

/** Body of `PUT /v2/users/me/digest`. The time zone is UTC by default. */
export const digestBody = z.strictObject({
  every: z.enum(DIGEST_CHOICES),
  timeZone: z.string().max(64).refine(isTimeZone, "This is not a time zone.").default("UTC"),
});
export type DigestBody = z.infer<typeof digestBody>;

/** Query of `POST /v1/digest/unsubscribe`. */
export const unsubscribeQuery = z.object({ token: z.string().min(1).max(1_000) });

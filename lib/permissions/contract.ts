import { z } from "zod";
import { APP_NETWORK_HOSTS_MAX } from "@/lib/package/limits";

/** A user's grants to one app: `GET|PUT /api/apps/{id}/permissions`. PUT leaves omitted fields unchanged. */
export const appGrantsSchema = z.object({
  /** Whose grants they are. */
  userId: z.string(),
  hosts: z.array(z.string()),
  profile: z.boolean(),
  /** Whether the app may notify the user; true until they turn it off. */
  notifications: z.boolean(),
});
export type AppGrants = z.infer<typeof appGrantsSchema>;

export const setAppGrantsBody = z.strictObject({
  /** Who answered; another person's session is refused (409, code `account_changed`). */
  userId: z.string().max(64).optional(),
  hosts: z.array(z.string().min(1).max(253)).max(APP_NETWORK_HOSTS_MAX).optional(),
  profile: z.boolean().optional(),
  notifications: z.boolean().optional(),
});
export type SetAppGrants = z.infer<typeof setAppGrantsBody>;

const appSummarySchema = z.object({ id: z.string(), name: z.string(), iconUrl: z.string() });

/** A user's grants to an app and its use of the network. */
export const appPermissionSchema = z.object({
  app: appSummarySchema,
  hosts: z.array(z.string()),
  /** Whether the app may read the user's name and picture. */
  profile: z.boolean(),
  grantedAt: z.string(),
  /** Requests in the last 30 days, including refused ones. */
  requests: z.number(),
  lastRequestAt: z.string().nullable(),
});
export type AppPermission = z.infer<typeof appPermissionSchema>;

/** How much an app stores for a user. */
export const appDataUseSchema = z.object({
  app: appSummarySchema,
  usedBytes: z.number(),
  quotaBytes: z.number(),
  updatedAt: z.string(),
});
export type AppDataUse = z.infer<typeof appDataUseSchema>;

import { z } from "zod";
import { APP_NETWORK_HOSTS_MAX } from "@/lib/package/limits";

/** What a person allowed one app: `GET|PUT /api/apps/{id}/permissions`. What PUT leaves out stays as it is. */
export const appGrantsSchema = z.object({ hosts: z.array(z.string()), profile: z.boolean() });
export type AppGrants = z.infer<typeof appGrantsSchema>;

export const setAppGrantsBody = z.strictObject({
  hosts: z.array(z.string().min(1).max(253)).max(APP_NETWORK_HOSTS_MAX).optional(),
  profile: z.boolean().optional(),
});
export type SetAppGrants = z.infer<typeof setAppGrantsBody>;

/** What a person allowed an app, and how much it reached over the network. */
export const appPermissionSchema = z.object({
  app: z.object({ id: z.string(), name: z.string(), iconUrl: z.string() }),
  hosts: z.array(z.string()),
  /** The app may see the person's name and picture. */
  profile: z.boolean(),
  grantedAt: z.string(),
  /** Requests of the last 30 days, refused ones among them. */
  requests: z.number(),
  lastRequestAt: z.string().nullable(),
});
export type AppPermission = z.infer<typeof appPermissionSchema>;

/** What an app keeps for a person, as far as a list of apps tells. */
export const appDataUseSchema = z.object({
  app: z.object({ id: z.string(), name: z.string(), iconUrl: z.string() }),
  usedBytes: z.number(),
  quotaBytes: z.number(),
  updatedAt: z.string(),
});
export type AppDataUse = z.infer<typeof appDataUseSchema>;

import { z } from "zod";
import { APP_NETWORK_HOSTS_MAX } from "@/lib/domain/package-limits";

/** What a person allowed one app: `GET|PUT /api/apps/{id}/permissions`. What PUT leaves out stays as it is. */
export const appGrantsSchema = z.object({ hosts: z.array(z.string()), profile: z.boolean() });
export type AppGrants = z.infer<typeof appGrantsSchema>;

export const setAppGrantsBody = z.strictObject({
  hosts: z.array(z.string().min(1).max(253)).max(APP_NETWORK_HOSTS_MAX).optional(),
  profile: z.boolean().optional(),
});
export type SetAppGrants = z.infer<typeof setAppGrantsBody>;

/** What a person allowed an app, and how much it reached over the network. */
export type AppPermission = {
  app: { id: string; name: string; iconUrl: string };
  hosts: string[];
  /** The app may see the person's name and picture. */
  profile: boolean;
  grantedAt: string;
  /** Requests of the last 30 days, refused ones among them. */
  requests: number;
  lastRequestAt: string | null;
};

/** What an app keeps for a person, as far as a list of apps tells. */
export type AppDataUse = {
  app: { id: string; name: string; iconUrl: string };
  usedBytes: number;
  quotaBytes: number;
  updatedAt: string;
};

import "server-only";
import { serverEnv } from "@/lib/config/env.server";
import { noteUnanswered } from "@/lib/infra/database-up";
import { logger } from "@/lib/infra/logger";
import { metrics } from "@/lib/infra/metrics";
import { instanceSettingsSchema, type InstanceSettings } from "./contract";
import { findCurrentAnnouncement } from "./announcement-repository";
import type { ShownAnnouncement } from "./rules";
import { listSettings } from "./settings-repository";

/** How long other processes may still use the old settings. */
const FRESH_MS = 5_000;

type Instance = { settings: InstanceSettings; announcement: ShownAnnouncement | null };
// On globalThis, because Next bundles this module once for the middleware and once for pages.
const holder = globalThis as typeof globalThis & {
  gumInstance?: { cache?: Instance; readAt: number; reading?: Promise<Instance> | undefined };
};

/** The defaults. */
function defaults(): InstanceSettings {
  const { SIGNUPS_DISABLED, PUBLIC_PROFILES } = serverEnv();
  return {
    signups: SIGNUPS_DISABLED ? "closed" : "open",
    blockedEmailDomains: [],
    publicProfiles: PUBLIC_PROFILES,
    termsVersion: 1,
  };
}

/** Merges stored settings with the defaults. Values that this release does not understand are ignored. */
function merge(stored: Record<string, unknown>): InstanceSettings {
  const settings: Record<string, unknown> = defaults();
  for (const [key, schema] of Object.entries(instanceSettingsSchema.shape)) {
    const parsed = schema.safeParse(stored[key]);
    if (parsed.success) settings[key] = parsed.data;
  }
  return settings as InstanceSettings;
}

async function readInstance(): Promise<Instance> {
  const [stored, announcement] = await Promise.all([listSettings(), findCurrentAnnouncement()]);
  return { settings: merge(stored), announcement };
}

/** Never throws: while the database is down, the last known settings apply, or the defaults. */
async function instance(): Promise<Instance> {
  const state = (holder.gumInstance ??= { readAt: 0 });
  const isFresh = state.cache && performance.now() - state.readAt < FRESH_MS;
  metrics().cache.inc({ cache: "settings", result: isFresh ? "hit" : "miss" });
  if (isFresh) return state.cache!;
  state.reading ??= readInstance()
    .catch((error: unknown) => {
      noteUnanswered(error);
      logger().warn({ err: error }, "the settings of the instance could not be read");
      return state.cache ?? { settings: defaults(), announcement: null };
    })
    .then((read) => {
      Object.assign(state, { cache: read, readAt: performance.now(), reading: undefined });
      return read;
    });
  return state.reading;
}

/** The settings of the instance, cached for FRESH_MS. */
export async function instanceSettings(): Promise<InstanceSettings> {
  return (await instance()).settings;
}

/**
 * The announcement to show.
 * @param dismissed the newest one that the person has dismissed
 */
export async function announcementFor(
  dismissed: string | null | undefined,
): Promise<ShownAnnouncement | null> {
  const { announcement } = await instance();
  // UUIDv7: ids sort by time.
  return announcement && announcement.id > (dismissed ?? "") ? announcement : null;
}

/** Call it after a change, so that this process does not serve stale settings. */
export function forgetSettings(): void {
  delete holder.gumInstance;
}

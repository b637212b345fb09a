import { TMP_APP_MINUTES } from "@/lib/config/limits";

/** Times shown in the dock (specification, section 2). Times are milliseconds since 1970. */

/** Minutes left of a trial, rounded up; 0 when it has expired. `now` may be from before its start. */
export function minutesLeft(expiresAt: number, now: number): number {
  return Math.min(TMP_APP_MINUTES, Math.max(0, Math.ceil((expiresAt - now) / 60_000)));
}

type SinceActive = { unit: "now" } | { unit: "minute" | "hour" | "day"; count: number };

/** How long ago an app was active, in the unit that the dock's hover card shows. */
export function sinceActive(lastActive: number, now: number): SinceActive {
  const minutes = Math.floor(Math.max(0, now - lastActive) / 60_000);
  if (minutes < 1) return { unit: "now" };
  if (minutes < 60) return { unit: "minute", count: minutes };
  if (minutes < 24 * 60) return { unit: "hour", count: Math.floor(minutes / 60) };
  return { unit: "day", count: Math.floor(minutes / (24 * 60)) };
}

import { versionedStorage } from "@/lib/browser/versioned-storage";
import { NOTICES_PER_HOUR } from "@/lib/config/limits";
import { NOTICE_TIMES_KEY } from "@/lib/config/storage-keys";

const HOUR_MS = 3_600_000;

/** When apps have notified, in milliseconds, by person and app. */
type Times = Record<string, number[]>;

const storage = versionedStorage<Times>({
  key: NOTICE_TIMES_KEY,
  version: 1,
  // By hand: zod would be most of the JS of the page that asks.
  parse: (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((times) => Array.isArray(times) && times.every(Number.isFinite))
      ? (value as Times)
      : null,
});

/** Counts where the browser stores nothing. */
let counted: Times = {};

/**
 * Counts a notification of an app to a person in this browser.
 * @param now milliseconds
 * @returns false, and counts nothing, after NOTICES_PER_HOUR
 */
export function takeNotice({
  userId,
  appId,
  now,
}: {
  userId: string | null;
  appId: string;
  now: number;
}): boolean {
  const recent: Times = {};
  for (const [key, times] of Object.entries(storage.read() ?? counted)) {
    const kept = times.filter((time) => time <= now && time > now - HOUR_MS);
    if (kept.length > 0) recent[key] = kept;
  }
  const key = `${userId ?? "guest"}/${appId}`;
  const times = recent[key] ?? [];
  if (times.length >= NOTICES_PER_HOUR) return false;
  counted = { ...recent, [key]: [...times, now] };
  storage.write(counted);
  return true;
}

import "server-only";
import { NOTIFICATION_GROUPS, NOTIFICATION_GROUP_NAMES } from "@/lib/notifications/rules";
import type { Preferences } from "./preferences-contract";
import type { PreferencesRecord } from "./preferences-repository";

export function presentPreferences({ mutedWords, quietKinds, unlisted }: PreferencesRecord): Preferences {
  const notifications = Object.fromEntries(
    NOTIFICATION_GROUP_NAMES.map((group) => [
      group,
      NOTIFICATION_GROUPS[group].some((kind) => !quietKinds.includes(kind)),
    ]),
  ) as Preferences["notifications"];
  return { mutedWords, notifications, unlisted };
}

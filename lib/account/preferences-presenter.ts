import "server-only";
import { NOTIFICATION_GROUPS, NOTIFICATION_GROUP_NAMES } from "@/lib/notifications/rules";
import type { Preferences } from "./preferences-contract";
import type { PreferencesRecord } from "./preferences-repository";

export function presentPreferences({
  quietKinds,
  quietPushKinds,
  ...preferences
}: PreferencesRecord): Preferences {
  return { ...preferences, notifications: groupsWithout(quietKinds), pushes: groupsWithout(quietPushKinds) };
}

function groupsWithout(quiet: string[]): Preferences["notifications"] {
  return Object.fromEntries(
    NOTIFICATION_GROUP_NAMES.map((group) => [
      group,
      NOTIFICATION_GROUPS[group].some((kind) => !quiet.includes(kind)),
    ]),
  ) as Preferences["notifications"];
}

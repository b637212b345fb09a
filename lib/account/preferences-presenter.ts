import "server-only";
import { groupsWithout } from "@/lib/notifications/rules";
import type { Preferences } from "./preferences-contract";
import type { PreferencesRecord } from "./preferences-repository";

export function presentPreferences({
  quietKinds,
  quietPushKinds,
  ...preferences
}: PreferencesRecord): Preferences {
  return { ...preferences, notifications: groupsWithout(quietKinds), pushes: groupsWithout(quietPushKinds) };
}

import type { InstalledAppShort } from "@/lib/dock/rules";
import type { UserShort } from "@/lib/people/user-contract";

/** What the server tells the shell about the viewer. */
export type ShellViewer = {
  user: UserShort;
  /** Installed apps, as of `asOf` (milliseconds since 1970). */
  installed: readonly InstalledAppShort[];
  asOf: number;
  unreadNotifications: number;
  /** Sees the reports. */
  isModerator: boolean;
};

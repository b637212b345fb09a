import type { InstalledAppShort } from "@/lib/dock/rules";
import type { UserShort } from "@/lib/people/user-contract";

/** The viewer as the server sends it to the shell. */
export type ShellViewer = {
  user: UserShort;
  /** Installed apps, as of `asOf` (milliseconds since 1970). */
  installed: readonly InstalledAppShort[];
  asOf: number;
  unreadNotifications: number;
  /** Shortcuts of one key work. */
  singleKeys: boolean;
  /** Shows the link to the moderation queue. */
  isModerator: boolean;
};

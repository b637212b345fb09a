import type { InstalledAppShort } from "@/lib/dock/rules";
import type { UserShort } from "@/lib/people/user-contract";

/** What the shell around every page knows about the person from the server. */
export type ShellViewer = {
  user: UserShort;
  /** Their apps, as of `asOf` (milliseconds since 1970). */
  installed: readonly InstalledAppShort[];
  asOf: number;
  unreadNotifications: number;
};

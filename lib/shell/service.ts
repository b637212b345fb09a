import "server-only";
import type { ShellViewer } from "./contract";
import { textsIn } from "@/lib/apps/texts";
import { presentAppShort } from "@/lib/apps/presenter";
import { presentUserShort, type UserShortRecord } from "@/lib/people/user-presenter";
import { listInstalled } from "@/lib/apps/install-repository";
import { countUnread } from "@/lib/notifications/repository";

/** More apps than a dock can show; the whole shelf is at /apps-list. */
const DOCKED_AT_MOST = 60;

/** What the dock and the bar show of a person. Apps have their names in the language `locale`, where they bring them. */
export async function getShellViewer(viewer: UserShortRecord, locale: string): Promise<ShellViewer> {
  const asOf = Date.now();
  const [installed, unreadNotifications] = await Promise.all([
    listInstalled(viewer.id, "added", DOCKED_AT_MOST),
    countUnread(viewer.id),
  ]);
  return {
    user: presentUserShort(viewer),
    installed: installed.map((record) => ({
      id: record.id,
      name: textsIn(record, locale).name,
      icon: presentAppShort(record).iconUrl,
      addedAt: record.addedAt.getTime(),
    })),
    asOf,
    unreadNotifications,
  };
}

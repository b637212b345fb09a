import "server-only";
import type { ShellViewer } from "@/lib/contracts/shell";
import { presentAppShort } from "@/lib/server/presenters/app";
import { presentUserShort, type UserShortRecord } from "@/lib/server/presenters/user";
import { listShelf } from "@/lib/server/repositories/app-install-repository";
import { countUnread } from "@/lib/server/repositories/notification-repository";

/** More apps than a dock can show; the whole shelf is at /apps-list. */
const DOCKED_AT_MOST = 60;

/** What the dock and the bar show of a person. */
export async function getShellViewer(viewer: UserShortRecord): Promise<ShellViewer> {
  const asOf = Date.now();
  const [shelf, unreadNotifications] = await Promise.all([
    listShelf(viewer.id, "added", DOCKED_AT_MOST),
    countUnread(viewer.id),
  ]);
  return {
    user: presentUserShort(viewer),
    shelf: shelf.map((record) => ({
      id: record.id,
      name: record.name,
      icon: presentAppShort(record).iconUrl,
      addedAt: record.addedAt.getTime(),
    })),
    asOf,
    unreadNotifications,
  };
}

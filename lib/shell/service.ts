import "server-only";
import type { ShellViewer } from "./contract";
import { textsIn } from "@/lib/apps/texts";
import { presentAppShort } from "@/lib/apps/presenter";
import type { Viewer } from "@/lib/auth/viewer.server";
import { isModerator } from "@/lib/moderation/roles";
import { presentUserShort } from "@/lib/people/user-presenter";
import { listInstalled } from "@/lib/apps/install-repository";
import { countUnread } from "@/lib/notifications/repository";

/** More apps than the dock can show; /apps-list has all of them. */
const DOCK_APPS_MAX = 60;

/** The data of the dock and the bar. Apps have their names in the language `locale` if they provide it. */
export async function getShellViewer(viewer: Viewer, locale: string): Promise<ShellViewer> {
  const asOf = Date.now();
  const [installed, unreadNotifications] = await Promise.all([
    listInstalled(viewer.id, "added", DOCK_APPS_MAX),
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
    singleKeys: viewer.singleKeys,
    isModerator: isModerator(viewer),
  };
}

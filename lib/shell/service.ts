import "server-only";
import type { ShellViewer } from "./contract";
import { appIconUrl } from "@/lib/apps/presenter";
import type { Viewer } from "@/lib/auth/viewer.server";
import { isModerator } from "@/lib/moderation/roles";
import { presentUserShort } from "@/lib/people/user-presenter";
import { listDockApps } from "@/lib/apps/install-repository";
import { countUnread } from "@/lib/notifications/repository";
import { inLanguage } from "@/lib/shared/localized-text";

/** More apps than the dock can show; /apps-list has all of them. */
const DOCK_APPS_MAX = 60;

/** The data of the dock and the bar. Apps have their names in the language `locale` if they provide it. */
export async function getShellViewer(viewer: Viewer, locale: string): Promise<ShellViewer> {
  const asOf = Date.now();
  const [installed, unreadNotifications] = await Promise.all([
    listDockApps(viewer.id, DOCK_APPS_MAX),
    countUnread(viewer.id),
  ]);
  return {
    user: presentUserShort(viewer),
    installed: installed.map(({ id, name, iconKey, translations, addedAt }) => ({
      id,
      name: inLanguage(translations ?? {}, locale)?.name ?? name,
      icon: appIconUrl(id, iconKey),
      addedAt: addedAt.getTime(),
    })),
    asOf,
    unreadNotifications,
    singleKeys: viewer.singleKeys,
    isModerator: isModerator(viewer),
  };
}

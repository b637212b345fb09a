import { LateAnnouncement } from "@/components/shell/guest-notice";
import type { Viewer } from "@/lib/auth/viewer.server";
import { announcementFor } from "@/lib/instance/settings.server";

/** The current announcement, unless the viewer has dismissed it. */
export async function AnnouncementSlot({ viewer }: { viewer: Viewer }) {
  const announcement = await announcementFor(viewer.dismissedAnnouncementId);
  return announcement && <LateAnnouncement announcement={announcement} isSignedIn />;
}

import { cookies } from "next/headers";
import { Announcement } from "@/components/shell/announcement";
import { findPageViewer } from "@/lib/auth/viewer.server";
import { ANNOUNCEMENT_COOKIE } from "@/lib/instance/rules";
import { announcementFor } from "@/lib/instance/settings.server";

/** The current announcement, on pages outside the shell. */
export async function GuestAnnouncement() {
  const viewer = await findPageViewer();
  const announcement = await announcementFor(
    viewer ? viewer.dismissedAnnouncementId : (await cookies()).get(ANNOUNCEMENT_COOKIE)?.value,
  );
  return announcement && <Announcement announcement={announcement} isSignedIn={viewer !== null} />;
}

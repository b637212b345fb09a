import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { LiveUpdates } from "@/components/notifications/live-updates";
import { ModerationHost } from "@/components/profile/moderation-host";
import { Messages } from "@/components/shell/messages";
import { Shell } from "@/components/shell/shell";
import { ComposeHost } from "@/components/timeline/compose-host";
import { findPageMember } from "@/lib/server/auth/viewer";
import { getShellViewer } from "@/lib/server/services/shell-service";
import { RunningApps } from "./parts/running-apps";
import { TimelineSlots } from "./parts/timeline-slots";

export default async function MainLayout({ children }: { children: ReactNode }) {
  // Guests see the pages of (open) without the shell; each other page asks for its viewer by requireUser().
  const viewer = await findPageMember();
  if (!viewer) return children;
  const shell = await getShellViewer(viewer, await getLocale());
  const windows = (
    <>
      <RunningApps />
      <LiveUpdates userId={viewer.id} unread={shell.unreadNotifications} asOf={shell.asOf} />
      <ModerationHost />
      <TimelineSlots me={shell.user}>
        <ComposeHost />
      </TimelineSlots>
    </>
  );
  return (
    <Messages of={["dock", "profile", "sandbox", "timeline"]}>
      <Shell viewer={shell} windows={windows}>
        {children}
      </Shell>
    </Messages>
  );
}

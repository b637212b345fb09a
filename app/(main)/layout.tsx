import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { ModerationHost } from "@/components/profile/moderation-host";
import { Shell } from "@/components/shell/shell";
import { ComposeHost } from "@/components/timeline/compose-host";
import { requireUser } from "@/lib/server/auth/viewer";
import { getShellViewer } from "@/lib/server/services/shell-service";
import { PreloadArrival } from "./parts/arrival";
import { Live } from "./parts/live";
import { RunningApps } from "./parts/running-apps";
import { TimelineSlots } from "./parts/timeline-slots";

export default async function MainLayout({ children }: { children: ReactNode }) {
  const viewer = await requireUser();
  const shell = await getShellViewer(viewer, await getLocale());
  const windows = (
    <>
      <RunningApps />
      <PreloadArrival />
      <Live userId={viewer.id} unread={shell.unreadNotifications} asOf={shell.asOf} />
      <ModerationHost />
      <TimelineSlots me={shell.user}>
        <ComposeHost />
      </TimelineSlots>
    </>
  );
  return (
    <Shell viewer={shell} windows={windows}>
      {children}
    </Shell>
  );
}

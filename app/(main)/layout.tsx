import { getLocale } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ModerationHost } from "@/components/profile/moderation-host";
import { Shell } from "@/components/shell/shell";
import { ComposeHost } from "@/components/timeline/compose-host";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { isPublicPath } from "@/lib/domain/routes";
import { findPageMember, requireUser } from "@/lib/server/auth/viewer";
import { getShellViewer } from "@/lib/server/services/shell-service";
import { Live } from "./parts/live";
import { RunningApps } from "./parts/running-apps";
import { TimelineSlots } from "./parts/timeline-slots";

export default async function MainLayout({ children }: { children: ReactNode }) {
  const path = (await headers()).get("x-gum-path") ?? "";
  // What is everybody's stands in the shell, too; whoever has none sees the page alone.
  const viewer = await (isPublicPath(path.split("?")[0]!) ? findPageMember() : requireUser());
  if (!viewer) return children;
  const shell = await getShellViewer(viewer, await getLocale());
  const windows = (
    <>
      <CodeBoundary>
        <RunningApps />
      </CodeBoundary>
      <CodeBoundary>
        <Live userId={viewer.id} unread={shell.unreadNotifications} asOf={shell.asOf} />
      </CodeBoundary>
      <CodeBoundary>
        <ModerationHost />
        <TimelineSlots me={shell.user}>
          <ComposeHost />
        </TimelineSlots>
      </CodeBoundary>
    </>
  );
  return (
    <Shell viewer={shell} windows={windows}>
      {children}
    </Shell>
  );
}

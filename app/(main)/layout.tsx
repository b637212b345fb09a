import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { ModerationHost } from "@/components/profile/moderation-host";
import { Messages } from "@/components/shell/messages";
import { Shell } from "@/components/shell/shell";
import { ComposeHost } from "@/components/timeline/compose-host";
import { PostIconSprite } from "@/components/timeline/post-icon-sprite";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { findPageMember, requireAgreementInLayout } from "@/lib/auth/viewer.server";
import { describeViewer } from "@/lib/people/service";
import { getShellViewer } from "@/lib/shell/service";
import { AnnouncementSlot } from "./_slots/announcement-slot";
import { Live } from "./_slots/live";
import { PasskeyOfferSlot } from "./_slots/passkey-offer-slot";
import { PostMenu } from "./_slots/post-menu";
import { ProfileCard } from "./_slots/profile-card";
import { RoomSender } from "./_slots/room-sender";
import { RunningApps } from "./_slots/running-apps";
import { SideColumn } from "./_slots/side-column";
import { TimelineSlots } from "./_slots/timeline-slots";

export default async function MainLayout({ children }: { children: ReactNode }) {
  // Guests see the pages of (open) without the shell; all other pages call requireUser().
  const viewer = await findPageMember();
  if (!viewer) return children;
  await requireAgreementInLayout(viewer);
  const shell = await getShellViewer(viewer, await getLocale());
  const windows = (
    <>
      <CodeBoundary>
        <RunningApps />
      </CodeBoundary>
      <CodeBoundary>
        <Live userId={viewer.id} unread={shell.unreadNotifications} asOf={shell.asOf} />
        <RoomSender userId={viewer.id} />
      </CodeBoundary>
      <CodeBoundary>
        <ModerationHost />
        <ProfileCard meId={viewer.id} />
        <TimelineSlots me={describeViewer(viewer)}>
          <ComposeHost />
        </TimelineSlots>
      </CodeBoundary>
      <CodeBoundary>
        <TimelineSlots me={describeViewer(viewer)}>
          <PostMenu isModerator={shell.isModerator} />
        </TimelineSlots>
      </CodeBoundary>
      <PostIconSprite />
    </>
  );
  return (
    <Messages of={["dock", "profile", "reactions", "sandbox", "timeline"]}>
      <Shell
        viewer={shell}
        windows={windows}
        side={
          <CodeBoundary>
            <SideColumn meId={viewer.id} />
          </CodeBoundary>
        }
        notice={
          <>
            <AnnouncementSlot viewer={viewer} />
            <PasskeyOfferSlot viewer={viewer} />
          </>
        }
      >
        {children}
      </Shell>
    </Messages>
  );
}

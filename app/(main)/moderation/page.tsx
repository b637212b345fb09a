import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { LazyQueue } from "@/components/moderation/lazy-queue";
import { Messages } from "@/components/shell/messages";
import { preferencesQuery } from "@/lib/account/queries";
import { getPreferences } from "@/lib/account/preferences-service";
import { getQueryClient } from "@/lib/browser/query-client";
import { findPageMember, requireUser } from "@/lib/auth/viewer.server";
import { pageTitle } from "@/lib/i18n/page-title";
import { queueQuery } from "@/lib/moderation/queue-contract";
import { moderationKeys, type QueuePages } from "@/lib/moderation/queue-queries";
import { listCases } from "@/lib/moderation/queue-service";
import { isModerator } from "@/lib/moderation/roles";
import { startingFeed } from "@/lib/posts/timeline-service";
import { TimelineScreen } from "../timeline/timeline-screen";

export async function generateMetadata() {
  const viewer = await findPageMember();
  const isHere = viewer && isModerator(viewer);
  return pageTitle(isHere ? "moderation.title" : "timeline.title")();
}

/** For everybody but moderators this is an unknown path, which shows the timeline. */
export default async function ModerationPage() {
  const viewer = await requireUser();
  if (!isModerator(viewer)) return <TimelineScreen viewer={viewer} feed={startingFeed(viewer)} />;
  const [page, preferences] = await Promise.all([
    listCases({ viewer, query: queueQuery.parse({}) }),
    getPreferences(viewer),
  ]);
  const client = getQueryClient();
  const key = moderationKeys.queue({ queue: "open", type: undefined, reason: undefined });
  // The keys of the queue depend on them.
  client.setQueryData(preferencesQuery().queryKey, preferences);
  client.setQueryData<QueuePages>(key, { pages: [page], pageParams: [null] });
  return (
    <Messages of={["moderation"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <LazyQueue isAdmin={viewer.role === "admin"} />
      </HydrationBoundary>
    </Messages>
  );
}

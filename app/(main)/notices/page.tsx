import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { NoticesView } from "@/components/moderation/notices-view";
import { Messages } from "@/components/shell/messages";
import { getQueryClient } from "@/lib/browser/query-client";
import { requireUser } from "@/lib/auth/viewer.server";
import { pageTitle } from "@/lib/i18n/page-title";
import { noticesQuery } from "@/lib/moderation/notice-contract";
import { listNotices } from "@/lib/moderation/notice-service";
import { moderationKeys, type NoticePages } from "@/lib/moderation/queue-queries";

export const generateMetadata = pageTitle("moderation.notices.title");

export default async function NoticesPage() {
  const viewer = await requireUser();
  const page = await listNotices({ viewer, query: noticesQuery.parse({}) });
  const client = getQueryClient();
  client.setQueryData<NoticePages>(moderationKeys.notices, { pages: [page], pageParams: [null] });
  return (
    <Messages of={["moderation"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <NoticesView />
      </HydrationBoundary>
    </Messages>
  );
}

import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { FollowRequestsView } from "@/components/profile/follow-requests-view";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import { pageTitle } from "@/lib/i18n/page-title";
import { peopleQuery } from "@/lib/people/contract";
import { listFollowRequests } from "@/lib/people/privacy-service";
import { peopleKeys, type RequestPages } from "@/lib/people/queries";

export const generateMetadata = pageTitle("profile.requests.title");

export default async function FollowRequestsPage() {
  const viewer = await requireUser();
  const [t, page] = await Promise.all([
    getTranslations("profile.requests"),
    listFollowRequests({ viewer, query: peopleQuery.parse({}) }),
  ]);
  const client = getQueryClient();
  client.setQueryData<RequestPages>(peopleKeys.requests, { pages: [page], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <PageHeader title={t("title")} description={t("text")} />
        <FollowRequestsView meId={viewer.id} />
      </Page>
    </HydrationBoundary>
  );
}

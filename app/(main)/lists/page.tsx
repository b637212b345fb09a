import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { ListsView } from "@/components/profile/lists-view";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import { pageTitle } from "@/lib/i18n/page-title";
import { getLists } from "@/lib/people/list-service";
import { peopleKeys } from "@/lib/people/queries";

export const generateMetadata = pageTitle("profile.lists.title");

export default async function ListsPage() {
  const viewer = await requireUser();
  const [t, items] = await Promise.all([getTranslations("profile.lists"), getLists({ viewer })]);
  const client = getQueryClient();
  client.setQueryData(peopleKeys.myLists, { items });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Page>
        <PageHeader title={t("title")} description={t("text")} />
        <ListsView />
      </Page>
    </HydrationBoundary>
  );
}

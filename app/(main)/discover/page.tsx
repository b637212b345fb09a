import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Suggestions } from "@/components/profile/suggestions";
import { Messages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/button";
import { trendingQuery } from "@/lib/apps/queries";
import { peopleKeys } from "@/lib/people/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { requireUser } from "@/lib/auth/viewer.server";
import { listTrendingApps } from "@/lib/apps/service";
import { suggestPeople } from "@/lib/people/service";
import { pageTitle } from "@/lib/i18n/page-title";
import { TrendingApps } from "./trending-apps";

export const generateMetadata = pageTitle("profile.discover");

const SUGGESTED = 20;

export default async function DiscoverPage() {
  const viewer = await requireUser();
  const [t, people, apps] = await Promise.all([
    getTranslations("profile"),
    suggestPeople({ viewer, limit: SUGGESTED }),
    listTrendingApps({ viewer }),
  ]);
  const client = getQueryClient();
  client.setQueryData(peopleKeys.suggestions, { items: people });
  client.setQueryData(trendingQuery().queryKey, apps);
  return (
    <Messages of={["apps", "collections"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Page width="wide">
          <PageHeader title={t("discover")} description={t("discoverText")} />
          <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <section aria-labelledby="discover-people" className="min-w-0">
              <h2 id="discover-people" className="mb-3 flex min-h-9 items-center text-lg">
                {t("suggestions")}
              </h2>
              <div className="card -mx-4 overflow-clip narrow:rounded-none narrow:border-x-0 sm:mx-0">
                <Suggestions meId={viewer.id} />
              </div>
            </section>
            <section aria-labelledby="discover-apps" className="min-w-0">
              <div className="mb-3 flex min-h-9 items-center justify-between gap-3">
                <h2 id="discover-apps" className="text-lg">
                  {t("trendingApps")}
                </h2>
                <ButtonLink href="/apps" variant="ghost" size="sm">
                  {t("allApps")}
                </ButtonLink>
              </div>
              <TrendingApps />
            </section>
          </div>
        </Page>
      </HydrationBoundary>
    </Messages>
  );
}

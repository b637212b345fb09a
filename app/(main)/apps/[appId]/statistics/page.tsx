import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { StatisticsView } from "@/components/apps/statistics/statistics-view";
import { Messages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { getProblems } from "@/lib/apps/problem-service";
import { problemsQuery, statisticsQuery } from "@/lib/apps/statistics-queries";
import { getStatistics } from "@/lib/apps/statistics-service";
import { requireUser } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import { orNotFound } from "@/lib/http/or-not-found";
import { readAppOrNotFound } from "../read-app";

type Props = PageProps<"/apps/[appId]/statistics">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const viewer = await requireUser();
  const { name, viewer: by } = await readAppOrNotFound(viewer, (await params).appId);
  const t = await getTranslations("statistics");
  return { title: by.owner ? t("documentTitle", { app: name }) : t("title") };
}

/** How an app is used, for its maker. */
export default async function StatisticsPage({ params }: Props) {
  const viewer = await requireUser();
  const { id, name, isPublic, counts, createdAt } = await readAppOrNotFound(viewer, (await params).appId);
  const [statistics, problems, t] = await Promise.all([
    orNotFound(() => getStatistics({ viewer, id })),
    orNotFound(() => getProblems({ viewer, id })),
    getTranslations("statistics"),
  ]);
  const isOlder = createdAt.slice(0, 10) < statistics.countedFrom;
  const client = getQueryClient();
  client.setQueryData(statisticsQuery(id).queryKey, statistics);
  client.setQueryData(problemsQuery(id).queryKey, problems);
  return (
    <Page width="medium">
      <PageHeader title={t("title")} description={t("lead")} back={{ href: `/apps/${id}`, label: name }} />
      <Messages of={["statistics"]}>
        <HydrationBoundary state={dehydrate(client)}>
          <StatisticsView id={id} name={name} isPublic={isPublic} hadRuns={isOlder && counts.runs > 0} />
        </HydrationBoundary>
      </Messages>
    </Page>
  );
}

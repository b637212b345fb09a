import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { getLocale, getTranslations } from "next-intl/server";
import { FactsSection } from "@/components/settings/instance/facts-section";
import { LazyInstance } from "@/components/settings/instance/lazy-instance";
import { Messages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser, type Viewer } from "@/lib/auth/viewer.server";
import { getQueryClient } from "@/lib/browser/query-client";
import { getFacts } from "@/lib/instance/facts-service";
import { pageTitle } from "@/lib/i18n/page-title";
import { instanceSettingsQuery } from "@/lib/instance/queries";
import { publishedTerms, termsChangesSince } from "@/lib/instance/page-file.server";
import { getSettings } from "@/lib/instance/settings-service";

export const generateMetadata = pageTitle("instance.documentTitle");

/** Redirects everybody but admins to the timeline, like an unknown path. */
export default async function AdminPage() {
  const viewer = await requireUser();
  if (viewer.role !== "admin") redirect("/timeline");
  const t = await getTranslations("instance");
  const client = getQueryClient();
  const settings = await getSettings(viewer);
  client.setQueryData(instanceSettingsQuery().queryKey, settings);
  const locale = (await getLocale()) === "ja" ? "ja" : "en";
  const terms = {
    version: await publishedTerms(),
    changes: await termsChangesSince(settings.termsVersion, locale),
  };
  return (
    <Messages of={["instance"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Page width="medium">
          <PageHeader
            title={t("title")}
            description={t("lead")}
            back={{ href: "/moderation", label: t("back") }}
          />
          <Suspense fallback={<Skeleton className="mb-10 h-96 w-full" />}>
            <Facts viewer={viewer} />
          </Suspense>
          <LazyInstance terms={terms} />
        </Page>
      </HydrationBoundary>
    </Messages>
  );
}

async function Facts({ viewer }: { viewer: Viewer }) {
  return <FactsSection facts={await getFacts(viewer)} />;
}

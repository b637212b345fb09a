import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TrafficList } from "@/components/moderation/traffic-list";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/viewer.server";
import { TOTAL_DAYS } from "@/lib/egress/rules";
import { getTraffic } from "@/lib/egress/totals-service";
import { pageTitle } from "@/lib/i18n/page-title";
import { isModerator } from "@/lib/moderation/roles";

export const generateMetadata = pageTitle("moderation.network.title");

/** Redirects everybody but moderators to the timeline, like an unknown path. */
export default async function NetworkPage() {
  const viewer = await requireUser();
  if (!isModerator(viewer)) redirect("/timeline");
  const [t, apps] = await Promise.all([getTranslations("moderation"), getTraffic(viewer)]);
  return (
    <Page width="medium">
      <PageHeader
        title={t("network.title")}
        description={t("network.lead", { days: TOTAL_DAYS })}
        back={{ href: "/moderation", label: t("title") }}
      />
      <TrafficList apps={apps} />
    </Page>
  );
}

import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { FeatureCases } from "@/components/moderation/feature-cases";
import { Messages } from "@/components/shell/messages";
import { Page } from "@/components/ui/page";
import { PageHeader } from "@/components/ui/page-header";
import { listFeatureCases } from "@/lib/apps/feature-service";
import { requireUser } from "@/lib/auth/viewer.server";
import { pageTitle } from "@/lib/i18n/page-title";
import { isModerator } from "@/lib/moderation/roles";

export const generateMetadata = pageTitle("moderation.featured.title");

/** Redirects everybody but moderators to the timeline, like an unknown path. */
export default async function FeaturedPage() {
  const viewer = await requireUser();
  if (!isModerator(viewer)) redirect("/timeline");
  const [t, { proposed, approved }] = await Promise.all([
    getTranslations("moderation"),
    listFeatureCases(viewer),
  ]);
  return (
    <Messages of={["moderation"]}>
      <Page width="medium">
        <PageHeader
          title={t("featured.title")}
          description={t("featured.lead")}
          back={{ href: "/moderation", label: t("title") }}
        />
        <FeatureCases proposed={proposed} approved={approved} viewerId={viewer.id} />
      </Page>
    </Messages>
  );
}

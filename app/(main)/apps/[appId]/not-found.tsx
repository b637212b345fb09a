import { PackageX } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LeaveDock } from "@/components/apps/leave-dock";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

export default async function UnknownApp() {
  const t = await getTranslations();
  return (
    <Page>
      <LeaveDock />
      <EmptyState
        icon={<PackageX />}
        title={t("errors.codes.unknown_app")}
        description={t("apps.unknownText")}
        action={<ButtonLink href="/apps">{t("apps.toStore")}</ButtonLink>}
      />
    </Page>
  );
}

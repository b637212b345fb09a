import { LibraryBig } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

export default async function UnknownCollection() {
  const t = await getTranslations("collections");
  return (
    <Page>
      <EmptyState
        icon={<LibraryBig />}
        title={t("goneTitle")}
        description={t("goneText")}
        action={<ButtonLink href="/apps">{t("toStore")}</ButtonLink>}
      />
    </Page>
  );
}

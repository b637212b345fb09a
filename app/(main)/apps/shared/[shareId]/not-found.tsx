import { Unlink } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

export default async function EndedLink() {
  const t = await getTranslations("apps");
  return (
    <Page>
      <EmptyState
        icon={<Unlink />}
        title={t("share.endedTitle")}
        description={t("share.endedText")}
        action={<ButtonLink href="/apps">{t("toStore")}</ButtonLink>}
      />
    </Page>
  );
}

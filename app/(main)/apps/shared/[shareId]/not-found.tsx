import { Unlink } from "lucide";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { icon } from "@/components/ui/icon";
import { Page } from "@/components/ui/page";

export default async function EndedLink() {
  const t = await getTranslations("apps");
  return (
    <Page>
      <EmptyState
        icon={icon(Unlink)}
        title={t("share.endedTitle")}
        description={t("share.endedText")}
        action={<ButtonLink href="/apps">{t("toStore")}</ButtonLink>}
      />
    </Page>
  );
}

import { Compass } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

/** For a missing post, person or app; unknown paths show the timeline instead. */
export default function MainNotFound() {
  const t = useTranslations("shell.notFound");
  return (
    <Page>
      <EmptyState
        icon={<Compass />}
        title={t("title")}
        description={t("description")}
        action={
          <ButtonLink href="/timeline" variant="primary">
            {t("action")}
          </ButtonLink>
        }
      />
    </Page>
  );
}

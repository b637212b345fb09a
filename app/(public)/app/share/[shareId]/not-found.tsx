import { Unlink } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LogoMark } from "@/components/shell/logo";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default async function EndedLink() {
  const t = await getTranslations("apps.share");
  return (
    <main className="flex grow flex-col items-center justify-center gap-6 p-6">
      <LogoMark className="size-9" />
      <EmptyState
        className="py-0!"
        icon={<Unlink />}
        title={t("endedTitle")}
        description={t("endedText")}
        action={<ButtonLink href="/">{t("toGum")}</ButtonLink>}
      />
    </main>
  );
}

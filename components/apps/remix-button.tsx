import { GitFork } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";

/** Opens a copy of the app in the playground. */
export function RemixButton({ appId, className }: { appId: string; className: string }) {
  const t = useTranslations("apps.remix");
  return (
    <ButtonLink
      href={`/playground?remix=${appId}`}
      prefetch={false}
      size="lg"
      className={className}
      title={t("hint")}
      icon={<GitFork aria-hidden />}
    >
      {t("action")}
    </ButtonLink>
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { Trial } from "@/lib/apps/trial-contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { TrialFacts } from "./trial-facts";

interface PublishDialogProps {
  title: string;
  appName: string;
  /** Null while the app is tried, or where that was not possible. */
  trial: Trial | null;
  /** Why the trial has no answer. */
  error: unknown;
  isTrying: boolean;
  isPublishing: boolean;
  /** Offered where there is no good result. */
  onTryAgain?: () => void;
  onPublish: () => void;
  onClose: () => void;
}

/** Shows the maker of an app what was found when it was tried, before everybody sees it. */
export function PublishDialog({
  title,
  appName,
  trial,
  error,
  isTrying,
  onTryAgain,
  ...props
}: PublishDialogProps) {
  const t = useTranslations("apps.tried");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const failed = trial?.outcome === "failed";
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && props.onClose()}
      title={title}
      description={isTrying ? t("tryingText") : undefined}
      footer={
        <>
          <Button variant="ghost" onClick={props.onClose}>
            {common("cancel")}
          </Button>
          {onTryAgain && !isTrying && trial?.outcome !== "started" && (
            <Button onClick={onTryAgain}>{t("tryAgain")}</Button>
          )}
          <Button
            variant={failed ? "danger" : "primary"}
            disabled={isTrying}
            loading={props.isPublishing}
            onClick={props.onPublish}
          >
            {t(failed ? "publishAnyway" : "publish")}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        {isTrying ? (
          <>
            <p className="mb-2 text-sm font-medium">{t("trying")}</p>
            <Progress label={t("trying")} />
          </>
        ) : trial && trial.outcome !== "untried" ? (
          <>
            {trial.cause && (
              <Banner tone="danger" title={t("failedTitle")} className="mb-4">
                {t(`cause.${trial.cause}`)}
              </Banner>
            )}
            <TrialFacts trial={trial} appName={appName} withPictures />
          </>
        ) : (
          <Banner tone="warning" title={t("untriedTitle")}>
            {trial?.cause ? t(`cause.${trial.cause}`) : errors.text(error)}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

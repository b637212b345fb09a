"use client";

import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import type { Trial } from "@/lib/apps/trial-contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Progress } from "@/components/ui/progress";
import { TrialFacts } from "./trial-facts";
import { useAppTexts } from "./use-app-texts";

interface PublishDialogProps {
  app: App;
  /** Null while the app is tried, or where that was not possible. */
  trial: Trial | null;
  /** Why the trial has no answer. */
  error: unknown;
  isTrying: boolean;
  isPublishing: boolean;
  onTryAgain: () => void;
  onPublish: () => void;
  onClose: () => void;
}

/** Tries the app, and shows its maker what was found before everybody sees it. */
export function PublishDialog({ app, trial, error, isTrying, onTryAgain, ...props }: PublishDialogProps) {
  const t = useTranslations("apps.tried");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const { name } = useAppTexts()(app);
  const failed = trial?.outcome === "failed";
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && props.onClose()}
      title={t("publishTitle", { name })}
      description={isTrying ? t("tryingText") : undefined}
      footer={
        <>
          <Button variant="ghost" onClick={props.onClose}>
            {common("cancel")}
          </Button>
          {!isTrying && trial?.outcome !== "started" && <Button onClick={onTryAgain}>{t("tryAgain")}</Button>}
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
            <TrialFacts trial={trial} appName={name} withPictures />
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

"use client";

import { useTranslations } from "next-intl";
import type { App } from "@/lib/apps/contract";
import type { Trial } from "@/lib/apps/trial-contract";
import { TrialFacts } from "./trial-facts";
import { useAppFormat } from "./use-app-format";
import { useAppTexts } from "./use-app-texts";

/** What this instance found when it tried the current version. */
export function AppTrial({ app, trial }: { app: App; trial: Trial }) {
  const t = useTranslations("apps.tried");
  const format = useAppFormat();
  const { name } = useAppTexts()(app);
  const untried = trial.outcome === "untried" ? trial.cause : null;
  return (
    <section id="tried" aria-labelledby="tried-title" className="scroll-mt-20">
      <h2 id="tried-title" className="mb-1 text-lg">
        {untried ? t("untriedTitle") : t("title", { date: format.date(trial.triedAt) })}
      </h2>
      <p className="mb-3 text-sm text-pretty text-muted">
        {untried ? t(`cause.${untried}`) : t("explained", { version: app.version })}
      </p>
      {!untried && (
        <TrialFacts
          trial={trial}
          appName={name}
          withPictures={trial.outcome === "failed" && app.screenshots.length === 0}
        />
      )}
    </section>
  );
}

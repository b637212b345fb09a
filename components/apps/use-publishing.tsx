"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { App } from "@/lib/apps/contract";
import type { usePublishApp } from "@/lib/apps/mutations";
import type { Trial } from "@/lib/apps/trial-contract";
import { trialQuery, useTryApp } from "@/lib/apps/trial-queries";
import { useAppTexts } from "./use-app-texts";
import { useErrorToast } from "./use-error-toast";

const PublishDialog = dynamic(() => import("./publish-dialog").then((module) => module.PublishDialog), {
  ssr: false,
});

/** Publishes the app, where the instance tries apps after a look at what was found. `dialog` is to be rendered. */
export function usePublishing(
  app: App,
  publish: ReturnType<typeof usePublishApp>,
  onPublished: (app: App, description?: string) => void,
) {
  const t = useTranslations("apps.tried");
  const failed = useErrorToast();
  const { name } = useAppTexts()(app);
  const client = useQueryClient();
  const attempt = useTryApp(app);
  const [isAsking, setAsking] = useState(false);
  // Who cancels while the app is tried does not publish it.
  const isOpen = useRef(false);
  const trial = attempt.data?.trial ?? null;

  const ask = (open: boolean) => {
    isOpen.current = open;
    setAsking(open);
  };
  /** The trial that was just shown is not repeated. */
  const run = (seen?: Trial | null, description?: string) =>
    publish
      .mutateAsync({
        isPublic: true,
        ...(seen !== undefined && seen?.outcome !== "started" && { force: true }),
      })
      .then((published) => onPublished(published, description), failed)
      .finally(() => ask(false));
  const tryNow = (again: boolean) =>
    attempt.mutate(again, {
      onSuccess: ({ trial: tried }) => {
        // There is nothing to look at.
        if (isOpen.current && tried?.cause === "no_browser") void run(tried, t("cause.no_browser"));
      },
    });
  const begin = async () => {
    const known = await client.ensureQueryData(trialQuery(app)).catch(() => null);
    if (!known?.enabled) return run();
    ask(true);
    tryNow(false);
  };
  return {
    begin,
    dialog: isAsking && (
      <PublishDialog
        title={t("publishTitle", { name })}
        appName={name}
        trial={trial}
        error={attempt.error}
        isTrying={attempt.isPending || attempt.isIdle}
        isPublishing={publish.isPending}
        onTryAgain={() => tryNow(true)}
        onPublish={() => void run(trial)}
        onClose={() => ask(false)}
      />
    ),
  };
}

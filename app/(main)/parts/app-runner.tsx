"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/ui/app-icon";
import { ButtonLink } from "@/components/ui/button";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import type { AppRunnerProps } from "@/components/timeline/timeline-context";
import { appQuery } from "@/lib/client/queries/app-queries";

/** An app that runs where its card stood in a post. */
export function AppRunner({ app, onClose }: AppRunnerProps) {
  const t = useTranslations("timeline");
  const { data, isError } = useQuery(appQuery(app.id));
  return (
    <div data-own-press>
      <div className="flex items-center gap-2.5 border-b border-border py-1.5 pr-1.5 pl-3">
        <AppIcon src={app.iconUrl} px={24} className="size-6" eager />
        <p className="min-w-0 flex-1 truncate text-sm font-semibold">{app.name}</p>
        <IconLink href={`/apps/${app.id}/run`} size="sm" label={t("openAppPage", { name: app.name })}>
          <ExternalLink aria-hidden />
        </IconLink>
        <IconButton size="sm" label={t("closeApp", { name: app.name })} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="grid h-[min(70dvh,34rem)] place-items-center">
        {isError ? (
          <p role="alert" className="p-4 text-sm text-muted">
            {t("appFailed")}
          </p>
        ) : data ? (
          <ButtonLink href={`/apps/${app.id}/run`}>{t("play")}</ButtonLink>
        ) : (
          <Spinner />
        )}
      </div>
    </div>
  );
}

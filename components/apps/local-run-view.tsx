"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState, type MouseEvent } from "react";
import type { AppSource } from "@/components/sandbox/app-frame-types";
import { localAppQuery } from "@/lib/apps/local-app-queries";
import { useAuthStore } from "@/lib/auth/store";
import type { LocalApp } from "@/lib/apps/local-app-storage";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { openLocalApp } from "./open-local-app";
import { RunBar } from "./run-bar";
import type { RunViewProps } from "./run-view";

interface LocalRunViewProps extends Pick<RunViewProps, "id" | "Place"> {
  /** Called instead of following the link back, where LocalAppsView shows this view. */
  onBack?: () => void;
}

export function LocalRunView({ id, Place, onBack }: LocalRunViewProps) {
  const t = useTranslations("apps");
  const userId = useAuthStore((state) => state.user?.id ?? null);
  const { data: app } = useQuery({ ...localAppQuery(userId ?? "", id), enabled: userId !== null });
  if (app === null) {
    return (
      <EmptyState
        title={t("local.unknown")}
        action={<ButtonLink href="/local-apps">{t("local.title")}</ButtonLink>}
      />
    );
  }
  return app ? <LocalRunner app={app} Place={Place} onBack={onBack} /> : null;
}

type LocalRunnerProps = Pick<LocalRunViewProps, "Place" | "onBack"> & { app: LocalApp };

function LocalRunner({ app, Place, onBack }: LocalRunnerProps) {
  const t = useTranslations("apps.local");
  const { id, name, version, icon } = app;
  const [source, setSource] = useState<AppSource | null | "none">(null);
  useEffect(() => {
    let alive = true;
    void openLocalApp(id).then((opened) => alive && setSource(opened ?? "none"));
    return () => {
      alive = false;
    };
  }, [id]);
  const back =
    onBack &&
    ((event: MouseEvent) => {
      event.preventDefault();
      onBack();
    });
  return (
    <div className="fills-window">
      <RunBar
        id={id}
        name={name}
        icon={icon}
        back={{ href: "/local-apps", label: t("title"), onClick: back }}
      />
      {source === "none" && <EmptyState title={t("unknown")} />}
      {source && source !== "none" && (
        <Place
          app={{ id, name, icon }}
          content={{ app: { id, name, version, source }, keep: "browser" }}
          className="min-h-0 flex-1"
        />
      )}
    </div>
  );
}

"use client";

import { ArrowLeft, Info, Maximize, MoreHorizontal, RotateCcw, Settings2, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEventHandler, ReactNode } from "react";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import type { App } from "@/lib/apps/contract";
import { findInstance } from "@/lib/lifecycle/rules";
import { AppIcon } from "@/components/ui/app-icon";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { ShareMenu } from "./share-menu";

interface RunBarProps {
  id: string;
  /** Of this run; the app's id where it runs alone. */
  runKey?: string;
  name: string;
  icon: string | null;
  back: { href: string; label: string; onClick?: MouseEventHandler };
  /** Of a store app only, which has a page, settings and a share link. */
  app?: App;
  /** Between the name and the buttons. */
  children?: ReactNode;
  items?: readonly MenuItem[];
}

/** The slim bar over a running app, in place of the shell's bar. */
export function RunBar({ id, runKey = id, name, icon, back, app, children, items = [] }: RunBarProps) {
  const t = useTranslations("apps.runner");
  const share = useTranslations("apps.share");
  const running = useAppLifecycleStore(
    (state) => findInstance(state.instances, runKey)?.status === "running",
  );
  const restart = () => {
    const lifecycle = useAppLifecycleStore.getState();
    const instance = findInstance(lifecycle.instances, runKey);
    if (instance) lifecycle.restart(instance.id);
  };
  const fullscreen = () =>
    void document
      .querySelector('.app-window[data-front="true"]')
      ?.requestFullscreen()
      .catch(() => undefined);
  const menu: MenuItem[] = [
    {
      key: "restart",
      label: t("restart"),
      icon: <RotateCcw />,
      disabled: !running,
      onSelect: restart,
    },
    {
      key: "fullscreen",
      label: t("fullscreen"),
      icon: <Maximize />,
      disabled: !running,
      onSelect: fullscreen,
    },
    ...(app
      ? [
          { key: "page", label: t("page"), icon: <Info />, href: `/apps/${id}` },
          { key: "settings", label: t("settings"), icon: <Settings2 />, href: `/settings/apps/${id}` },
        ]
      : []),
    ...items,
  ];
  return (
    <header className="top-bar run-bar">
      <div className="flex h-(--bar-height) items-center gap-1.5">
        <IconLink href={back.href} label={back.label} className="-ml-1" onClick={back.onClick}>
          <ArrowLeft />
        </IconLink>
        <AppIcon src={icon} px={28} eager className="size-7 rounded-sm" />
        <h1 className="min-w-0 truncate pl-1 text-base font-semibold">{name}</h1>
        {children}
        <div className="flex-1" />
        <span className="flex gap-0.5 max-sm:hidden">
          <IconButton label={t("restart")} disabled={!running} onClick={restart}>
            <RotateCcw />
          </IconButton>
          <IconButton label={t("fullscreen")} disabled={!running} onClick={fullscreen}>
            <Maximize />
          </IconButton>
        </span>
        {app && (
          <ShareMenu
            app={app}
            trigger={
              <IconButton label={share("label")}>
                <Share2 />
              </IconButton>
            }
          />
        )}
        <DropdownMenu
          label={t("more")}
          align="end"
          items={menu}
          trigger={
            <IconButton label={t("more")}>
              <MoreHorizontal />
            </IconButton>
          }
        />
      </div>
    </header>
  );
}

"use client";

import {
  ArrowLeft,
  ArrowRight,
  ArrowDown,
  ArrowUp,
  Info,
  LibraryBig,
  Pause,
  Pin,
  Play,
  ShieldCheck,
  Square,
  X,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { flushSync } from "react-dom";
import { leave } from "@/components/ui/leave";
import { ContextMenuContent, type MenuItem, type Side } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { useDockStore } from "@/lib/dock/store";
import { installApp } from "@/lib/apps/mutations";
import { isLocalAppId } from "@/lib/apps/rules";
import { findInstance } from "@/lib/lifecycle/rules";
import { readRunKey, runHref } from "@/lib/shared/run-key";
import type { DockedApp } from "@/lib/dock/rules";

interface DockAppMenuProps {
  app: DockedApp;
  side: Side;
  apps: readonly DockedApp[];
}

/** The menu of an app in the dock; also reorders without dragging. */
export function DockAppMenu(props: DockAppMenuProps) {
  const t = useTranslations("dock.menu");
  return <ContextMenuContent label={t("label", { name: props.app.name })} items={useMenuItems(props)} />;
}

/** The link may have been remounted since the menu opened. */
function findLink({ id }: DockedApp): HTMLElement | null {
  return document.querySelector(`#dock [data-app="${CSS.escape(id)}"]`);
}

function useMenuItems({ app, side, apps }: DockAppMenuProps): MenuItem[] {
  const t = useTranslations("dock");
  const router = useRouter();
  const { move, removeApp, addApp, reorder } = useDockStore.getState();
  const { suspend, stop } = useAppLifecycleStore.getState();
  const instance = useAppLifecycleStore((store) => findInstance(store.instances, app.id));

  const index = apps.findIndex((docked) => docked.id === app.id);
  const horizontal = side === "top" || side === "bottom";
  const [Earlier, Later] = horizontal ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown];
  const shift = (by: -1 | 1) => {
    // A moved element loses the focus.
    flushSync(() => move(app.id, by));
    findLink(app)?.focus();
  };
  const remove = () => {
    const order = apps.map((docked) => docked.id);
    removeApp(app.id);
    if (instance) void stop(instance.id);
    // Neither a trial nor an app of this browser is installed on the server.
    const isInstalled = app.mode !== "tmp" && !isLocalAppId(app.id);
    if (isInstalled) installApp(app, false);
    toast(t("removed", { name: app.name }), {
      action: {
        label: t("undo"),
        onClick: () => {
          addApp(app);
          reorder(order);
          if (isInstalled) installApp(app, true);
        },
      },
    });
  };

  const keep = () => {
    installApp(app, true);
    toast(t("kept", { name: app.name }), { tone: "success" });
  };
  const running: MenuItem[] = [
    {
      key: "open",
      label: instance?.status === "suspended" ? t("menu.resume") : t("menu.open"),
      icon: <Play aria-hidden />,
      onSelect: () => leave(() => router.push(runHref(app.id))),
    },
    {
      key: "suspend",
      label: t("menu.suspend"),
      icon: <Pause aria-hidden />,
      disabled: instance?.status !== "running",
      onSelect: () => instance && void suspend(instance.id),
    },
    {
      key: "stop",
      label: t("menu.stop"),
      icon: <Square aria-hidden />,
      disabled: !instance,
      onSelect: () => instance && void stop(instance.id),
    },
  ];
  const { appId } = readRunKey(app.id);
  const pages: MenuItem[] = [
    { kind: "line", key: "line-1" },
    { key: "page", label: t("menu.page"), icon: <Info aria-hidden />, href: `/apps/${appId}` },
    {
      key: "permissions",
      label: t("menu.permissions"),
      icon: <ShieldCheck aria-hidden />,
      href: `/apps/${appId}#permissions`,
    },
  ];
  // One of this browser is in no collection; it may be in the dock as well.
  if (!isLocalAppId(appId)) {
    const href = `/apps/${appId}?collect`;
    pages.push({ key: "collect", label: t("menu.collect"), icon: <LibraryBig aria-hidden />, href });
  }
  // An app of this browser has neither a page nor an install on the server.
  if (index < 0 && isLocalAppId(app.id)) return running;
  if (appId !== app.id) return [...running, ...pages];
  if (index < 0)
    return [
      ...running,
      ...pages,
      { kind: "line", key: "line-2" },
      { key: "keep", label: t("menu.keep"), icon: <Pin aria-hidden />, onSelect: keep },
    ];
  return [
    ...running,
    ...pages,
    { kind: "line", key: "line-2" },
    {
      key: "earlier",
      label: t("menu.earlier"),
      icon: <Earlier aria-hidden />,
      disabled: index <= 0,
      onSelect: () => shift(-1),
    },
    {
      key: "later",
      label: t("menu.later"),
      icon: <Later aria-hidden />,
      disabled: index === apps.length - 1,
      onSelect: () => shift(1),
    },
    { kind: "line", key: "line-3" },
    { key: "remove", label: t("menu.remove"), icon: <X aria-hidden />, danger: true, onSelect: remove },
  ];
}

"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, useState } from "react";
import { Plus } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import type { Side } from "@/components/ui/menu";
import { useDockStore } from "@/lib/dock/store";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import { TMP_EXPIRY_CHECK_MS } from "@/lib/config/limits";
import {
  activeSystemApp,
  activeUserApp,
  isDockHidden,
  orderedApps,
  shownPosition,
  undockedApps,
  type DockPosition,
} from "@/lib/dock/rules";
import type { DragPhase } from "@/lib/dock/drag";
import { useAutoHide } from "./use-auto-hide";
import { useNarrow } from "./use-narrow";

// The links work before their cards and menus load.
const DockSystemApps = dynamic(() => import("./dock-system-apps").then((module) => module.DockSystemApps));
const DockOptions = dynamic(() => import("./dock-options").then((module) => module.DockOptions));
// The server does not know the apps of this browser.
const DockApps = dynamic(() => import("./dock-apps").then((module) => module.DockApps), { ssr: false });

/** The side on which cards and menus open, away from the edge of the dock. */
const OPEN_SIDE: Record<DockPosition, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

export function Dock() {
  const t = useTranslations("dock");
  const pathname = usePathname();
  const narrow = useNarrow();
  const ref = useRef<HTMLElement>(null);
  const [phase, setPhase] = useState<DragPhase>("none");
  const [menuOpen, setMenuOpen] = useState(false);

  const hydrated = useDockStore((dock) => dock.hydrated);
  const position = useDockStore((dock) => dock.position);
  const autoHide = useDockStore((dock) => dock.autoHide);
  const dockedApps = useDockStore((dock) => dock.dockedApps);
  const appOrder = useDockStore((dock) => dock.appOrder);
  const removeExpired = useDockStore((dock) => dock.removeExpired);
  const apps = useMemo(() => orderedApps({ dockedApps, appOrder }), [dockedApps, appOrder]);
  const undocked = useAppLifecycleStore(useShallow(({ instances }) => undockedApps(instances, dockedApps)));

  useEffect(() => {
    const timer = setInterval(removeExpired, TMP_EXPIRY_CHECK_MS);
    return () => clearInterval(timer);
  }, [removeExpired]);

  const shown = shownPosition(position, narrow);
  const { hidden, show } = useAutoHide({
    ref,
    enabled: hydrated && autoHide && !narrow,
    position: shown,
    overApp: activeUserApp(pathname) !== null,
    paused: menuOpen || phase !== "none",
  });

  if (isDockHidden(pathname)) return null;
  const side = OPEN_SIDE[shown];

  return (
    <nav
      ref={ref}
      id="dock"
      aria-label={t("label")}
      tabIndex={-1}
      className="dock"
      data-hidden={hidden}
      data-ready={hydrated || undefined}
      data-phase={phase}
      onFocus={show}
    >
      <button
        type="button"
        className="dock-handle"
        aria-hidden
        tabIndex={-1}
        title={t("show")}
        onClick={show}
        onPointerEnter={show}
      />
      <div className="dock-bar">
        <ul className="dock-list" aria-label={t("systemApps")}>
          <DockSystemApps active={activeSystemApp(pathname)} side={side} />
        </ul>
        {apps.length + undocked.length > 0 && <span className="dock-line" aria-hidden />}
        {hydrated && (
          <DockApps
            apps={apps}
            undocked={undocked}
            side={side}
            horizontal={shown === "top" || shown === "bottom"}
            onPhaseChange={setPhase}
            onMenuOpenChange={setMenuOpen}
          />
        )}
        <span className="dock-slot">
          <Link
            href="/add-app"
            className="dock-item dock-add"
            draggable={false}
            aria-label={t("addApp")}
            title={t("addApp")}
            aria-current={pathname === "/add-app" ? "page" : undefined}
          >
            <Plus aria-hidden />
          </Link>
        </span>
        <DockOptions side={side} onOpenChange={setMenuOpen} />
      </div>
    </nav>
  );
}

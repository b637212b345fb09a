"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { memo, type ReactElement } from "react";
import { House, LayoutGrid, Settings } from "lucide-react";
import { Count } from "@/components/ui/count";
import type { Side } from "@/components/ui/menu";
import { useDockStore } from "@/lib/dock/store";
import { SYSTEM_APPS, type SystemAppId } from "@/lib/dock/rules";
import { DockMark } from "./dock-marks";
import { DockStatusCard } from "./dock-status-card";

const SYSTEM: Record<SystemAppId, { href: string; symbol: ReactElement }> = {
  timeline: { href: "/timeline", symbol: <House aria-hidden /> },
  settings: { href: "/settings", symbol: <Settings aria-hidden /> },
  apps: { href: "/apps", symbol: <LayoutGrid aria-hidden /> },
};

export function DockSystemApps({ active, side }: { active: SystemAppId | null; side: Side }) {
  return SYSTEM_APPS.map((id) => <SystemItem key={id} id={id} active={active === id} side={side} />);
}

type SystemItemProps = { id: SystemAppId; active: boolean; side: Side };

const SystemItem = memo(function SystemItem({ id, active, side }: SystemItemProps) {
  const t = useTranslations("dock");
  const unread = useDockStore((dock) => dock.badges[id] ?? 0);
  const { href, symbol } = SYSTEM[id];
  return (
    <li className="dock-slot">
      <DockStatusCard app={{ id, name: t(id), icon: null, type: "system" }} side={side}>
        <Link
          href={href}
          // Prefetched by shell-effects.tsx.
          prefetch={false}
          className="dock-item"
          draggable={false}
          aria-label={unread > 0 ? `${t(id)}, ${t("unread", { count: unread })}` : t(id)}
          aria-current={active ? "page" : undefined}
        >
          {symbol}
          <DockMark appId={id} />
          <Count value={unread} />
        </Link>
      </DockStatusCard>
    </li>
  );
});

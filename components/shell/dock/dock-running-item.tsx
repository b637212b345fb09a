"use client";

import { useMemo, useState } from "react";
import { ContextMenu, type Side } from "@/components/ui/menu";
import { findInstance } from "@/lib/lifecycle/rules";
import { useAppLifecycleStore } from "@/lib/lifecycle/store";
import type { DockedApp } from "@/lib/dock/rules";
import { DockAppItem } from "./dock-app-item";
import { DockAppMenu } from "./dock-app-menu";

interface DockRunningItemProps {
  /** Its run key. */
  id: string;
  side: Side;
  onMenuOpenChange: (open: boolean) => void;
}

/** An app that runs without being in the dock; its menu keeps it there. */
export function DockRunningItem({ id, side, onMenuOpenChange }: DockRunningItemProps) {
  const [open, setOpen] = useState(false);
  const name = useAppLifecycleStore((store) => findInstance(store.instances, id)?.name ?? "");
  const icon = useAppLifecycleStore((store) => findInstance(store.instances, id)?.icon ?? null);
  const app = useMemo((): DockedApp => ({ id, name, icon, type: "user", addedAt: 0 }), [id, name, icon]);
  return (
    <ContextMenu
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        onMenuOpenChange(next);
      }}
      trigger={
        <li className="dock-slot">
          <DockAppItem app={app} side={side} />
        </li>
      }
    >
      <DockAppMenu app={app} side={side} apps={[]} />
    </ContextMenu>
  );
}

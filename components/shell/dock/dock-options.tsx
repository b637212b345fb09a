"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { MenuHandle, MenuItem } from "@/components/ui/dropdown-menu";
import type { Side } from "@/components/ui/place";
import { useDockStore } from "@/lib/client/stores/dock-store";
import { DOCK_POSITIONS, DOCK_SIZES } from "@/lib/domain/dock";
import { DockMenu } from "./dock-menu";

export interface DockOptionsProps extends MenuHandle {
  side: Side;
}

/** What stands in the dock's own menu: where it is, how large, and whether it hides. */
export function DockOptions({ side, id, anchor, onClose }: DockOptionsProps) {
  const t = useTranslations("dock");
  const { position, autoHide, size, setPosition, setAutoHide, setSize } = useDockStore();
  const items: MenuItem[] = [
    ...DOCK_POSITIONS.map((value): MenuItem => ({
      key: value,
      label: t(`position.${value}`),
      checked: position === value,
      choice: true,
      onSelect: () => setPosition(value),
    })),
    { kind: "line", key: "line-size" },
    { kind: "title", key: "size", label: t("size.title") },
    ...DOCK_SIZES.map((value): MenuItem => ({
      key: value,
      label: t(`size.${value}`),
      checked: size === value,
      choice: true,
      onSelect: () => setSize(value),
    })),
    { kind: "line", key: "line-hide" },
    { key: "hide", label: t("autoHide"), checked: autoHide, onSelect: () => setAutoHide(!autoHide) },
  ];
  const opener = useCallback(() => anchor, [anchor]);
  return (
    <DockMenu
      id={id}
      open={anchor !== null}
      onOpenChange={(open) => !open && onClose()}
      anchor={anchor}
      returnFocus={opener}
      title={t("position.title")}
      items={items}
      side={side}
      align="end"
    />
  );
}

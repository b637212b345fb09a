"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { DropdownMenu, type MenuItem, type Side } from "@/components/ui/menu";
import { useDockStore } from "@/lib/dock/store";
import { DOCK_POSITIONS, DOCK_SIZES } from "@/lib/dock/rules";

interface DockOptionsProps {
  side: Side;
  onOpenChange: (open: boolean) => void;
}

/** The menu of the dock: position, size and auto-hide. */
export function DockOptions({ side, onOpenChange }: DockOptionsProps) {
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
  return (
    <DropdownMenu
      title={t("position.title")}
      items={items}
      side={side}
      onOpenChange={onOpenChange}
      trigger={
        <button type="button" className="dock-grip" aria-label={t("options")}>
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    />
  );
}

"use client";

import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { composeOwn } from "@/lib/posts/compose-store";

/** Opens the composer: in the bar, or above the dock of a phone. */
export function ComposeButton({ floats }: { floats?: boolean }) {
  const t = useTranslations("shell");
  return (
    <IconButton
      label={t("compose")}
      aria-keyshortcuts="n"
      variant={floats ? "primary" : "ghost"}
      className={floats ? "compose-float" : "narrow:hidden"}
      onClick={composeOwn}
    >
      <PenLine aria-hidden />
    </IconButton>
  );
}

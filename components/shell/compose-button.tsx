"use client";

import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { composeOwn } from "@/lib/posts/compose-store";

/** Opens the composer. In the top bar, or above the dock on a phone. */
export function ComposeButton({ floats, singleKeys }: { floats?: boolean; singleKeys: boolean }) {
  const t = useTranslations("shell");
  return (
    <IconButton
      label={t("compose")}
      aria-keyshortcuts={singleKeys ? "n" : undefined}
      variant={floats ? "primary" : "ghost"}
      className={floats ? "compose-float" : "narrow:hidden"}
      onClick={composeOwn}
    >
      <PenLine aria-hidden />
    </IconButton>
  );
}

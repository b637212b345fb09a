"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { toast } from "@/components/ui/toast";
import { PROJECT_MAX_BYTES } from "@/lib/config/project-limits";
import { useAppFormat } from "../use-app-format";
import type { TooLarge } from "./project-room";

/** Says that an app is larger than a project, and offers its files. */
export function useTooLargeToast(): (problem: TooLarge) => void {
  const t = useTranslations("playground");
  const { size } = useAppFormat();
  return useCallback(
    ({ bytes, source }) => {
      toast(t("tooLarge", { size: size(bytes), limit: size(PROJECT_MAX_BYTES) }), {
        tone: "warning",
        duration: Infinity,
        ...(source && {
          action: {
            label: t("tooLargeDownload"),
            onClick: () =>
              Object.assign(document.createElement("a"), {
                href: source.href,
                download: source.fileName,
              }).click(),
          },
        }),
      });
    },
    [t, size],
  );
}

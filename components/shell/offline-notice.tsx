"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useOnline } from "@/lib/browser/use-online";

export function OfflineNotice() {
  const t = useTranslations("shell");
  const online = useOnline();
  return (
    <div role="status" aria-live="polite">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm text-text">
          <WifiOff aria-hidden className="size-4 flex-none text-warning" />
          {t("offline")}
        </p>
      )}
    </div>
  );
}

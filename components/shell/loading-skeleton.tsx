import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** Stands where a screen of known layout is on its way; for screen readers it says so. Like LoadingScreen not seen at once. */
export function LoadingSkeleton({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <div className="loading-screen">
      <p role="status" className="sr-only">
        {t("initializing")}
      </p>
      <div aria-hidden>{children}</div>
    </div>
  );
}

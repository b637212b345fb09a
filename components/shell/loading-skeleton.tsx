import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** A Suspense fallback that shows the layout of the screen. Invisible at first, like LoadingScreen. */
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

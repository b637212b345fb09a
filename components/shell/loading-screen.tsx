import { useTranslations } from "next-intl";
import { Spinner } from "@/components/ui/spinner";
import { LogoMark } from "./logo";

interface LoadingScreenProps {
  /** Adds that the app runtime is loading. */
  runtime?: boolean;
}

/** The Suspense fallback of a screen. Invisible for 200 ms, so that a fast screen does not flicker. */
export function LoadingScreen({ runtime }: LoadingScreenProps) {
  const t = useTranslations("shell");
  return (
    <div role="status" className="loading-screen grid min-h-[60dvh] place-items-center p-6">
      <div className="flex flex-col items-center gap-4 text-center text-sm text-muted">
        <span className="relative grid size-16 place-items-center">
          <Spinner className="absolute inset-0 size-16 text-accent [&_*]:[stroke-width:1.25]" />
          <LogoMark className="size-8" />
        </span>
        <span>
          {t("initializing")}
          {runtime && <span className="mt-1 block">{t("loadingRuntime")}</span>}
        </span>
      </div>
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ErrorScreenProps } from "./error-screen";

const part = lazyPart<ErrorScreenProps>(() => import("./error-screen").then((module) => module.ErrorScreen));

/** Called once a page stands: what says that something broke must be there before that happens. */
export const preloadErrorScreen = part.preload;

/** The error screen for pages whose first load it is not part of. Where it cannot be fetched the way out stands alone. */
export function LateErrorScreen(props: ErrorScreenProps) {
  const t = useTranslations("failure");
  const Screen = part.use(true);
  if (Screen) return <Screen {...props} />;
  return (
    <div role="alert" className="p-6 text-center">
      <h1>{t("title")}</h1>
      <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
        {t("reload")}
      </button>
    </div>
  );
}

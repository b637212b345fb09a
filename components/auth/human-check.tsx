"use client";

import { Turnstile, type TurnstileInstance } from "@marsidev/react-turnstile";
import { useTheme } from "next-themes";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { hasHumanCheck } from "@/lib/auth/routes";

export interface HumanCheckProps {
  siteKey: string;
  /** The token to send along; undefined while there is none. */
  onToken: (token: string | undefined) => void;
  /** Counts the attempts: a token works once, so each attempt needs a new one. */
  attempt: number;
}

function never(): () => void {
  return () => undefined;
}

/** A page's policy is that of the address it was loaded under, and only those with a form let the widget in. */
function isWidgetFramable(): boolean {
  const loaded = performance.getEntriesByType("navigation")[0]?.name;
  return !loaded || hasHumanCheck(new URL(loaded).pathname);
}

/** The human-verification widget of the forms. */
export function HumanCheck({ siteKey, onToken, attempt }: HumanCheckProps) {
  const t = useTranslations("auth.human");
  const locale = useLocale();
  const { resolvedTheme } = useTheme();
  const widget = useRef<TurnstileInstance>(null);
  const [failed, setFailed] = useState(false);

  const framable = useSyncExternalStore(never, isWidgetFramable, () => false);

  useEffect(() => {
    if (!isWidgetFramable() && hasHumanCheck(window.location.pathname)) window.location.reload();
  }, []);
  useEffect(() => {
    if (attempt > 0) widget.current?.reset();
  }, [attempt]);

  if (failed)
    return (
      <Banner tone="warning" role="alert">
        {t("failed")}
      </Banner>
    );
  return (
    <div aria-label={t("label")} role="group" className="min-h-16.25">
      {framable && (
        <Turnstile
          ref={widget}
          siteKey={siteKey}
          options={{
            theme: resolvedTheme === "light" ? "light" : "dark",
            language: locale,
            size: "flexible",
          }}
          onSuccess={onToken}
          onExpire={() => onToken(undefined)}
          onError={() => {
            onToken(undefined);
            setFailed(true);
          }}
        />
      )}
    </div>
  );
}

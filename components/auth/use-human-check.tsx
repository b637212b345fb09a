"use client";

import { Turnstile, type TurnstileInstance } from "@marsidev/react-turnstile";
import { useTheme } from "next-themes";
import { useLocale, useTranslations } from "next-intl";
import { type Ref, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import type { HumanAction } from "@/lib/auth/screen-contract";
import { hasHumanCheck } from "@/lib/auth/routes";

/**
 * The human verification of one form: its widget and the token to send. A token works once, so the form calls `renew`
 * after each attempt.
 * @param siteKey null where this instance has no human check
 */
export function useHumanCheck(siteKey: string | null, action: HumanAction) {
  const [token, setToken] = useState<string>();
  const ref = useRef<TurnstileInstance>(null);
  return {
    token,
    renew: () => ref.current?.reset(),
    widget: siteKey && <HumanCheck ref={ref} siteKey={siteKey} action={action} onToken={setToken} />,
  };
}

const noSubscription = () => () => undefined;

/** The CSP is that of the address the page was loaded from, and only the addresses with a form allow the widget. */
function isWidgetFramable(): boolean {
  const loaded = performance.getEntriesByType("navigation")[0]?.name;
  return !loaded || hasHumanCheck(new URL(loaded).pathname);
}

function HumanCheck({
  ref,
  siteKey,
  action,
  onToken,
}: {
  ref: Ref<TurnstileInstance>;
  siteKey: string;
  action: HumanAction;
  /** Called with undefined when the token expires. */
  onToken: (token: string | undefined) => void;
}) {
  const t = useTranslations("auth.human");
  const locale = useLocale();
  const { resolvedTheme } = useTheme();
  const [failed, setFailed] = useState(false);
  const framable = useSyncExternalStore(noSubscription, isWidgetFramable, () => false);

  useEffect(() => {
    if (!isWidgetFramable() && hasHumanCheck(window.location.pathname)) window.location.reload();
  }, []);

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
          ref={ref}
          siteKey={siteKey}
          options={{
            action,
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

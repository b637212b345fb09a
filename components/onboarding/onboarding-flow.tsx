"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useDiscard } from "@/components/ui/use-discard";
import { api } from "@/lib/browser/api";
import { logout, noteMe, renewSession } from "@/lib/auth/session.client";
import { onTabMessage } from "@/lib/browser/tabs";
import type { Me } from "@/lib/people/user-contract";
import type { OnboardingStep } from "@/lib/account/onboarding";
import { ConsentStep } from "./consent-step";
import { ProfileStep } from "./profile-step";
import { StepList } from "./step-list";

interface OnboardingFlowProps {
  me: Me;
  /** The published version of the terms. */
  terms: number;
  logo: ReactNode;
  /** Verifies the email address. */
  emailStep: (props: { email: string; onVerified: () => void }) => ReactNode;
}

/** The steps after signing up. Each is stored when it is done, so that a person can leave and continue later. */
export function OnboardingFlow({ me: initial, terms, logo, emailStep }: OnboardingFlowProps) {
  const t = useTranslations("onboarding");
  const [me, setMe] = useState(initial);
  const [isEdited, setIsEdited] = useState(false);
  async function signOut() {
    await logout();
    window.location.assign("/login");
  }

  const leaving = useDiscard(isEdited, () => {
    setIsEdited(false);
    void signOut();
  });
  const { required, completed, missing, isOnboarded } = me.onboarding;
  const step: OnboardingStep | undefined = missing[0];

  const onStepDone = (next: Me) => {
    setMe(next);
    noteMe(next);
  };

  const reload = useCallback(async () => {
    const next = await api<Me>("/v2/users/me").catch(() => null);
    if (next) setMe(next);
  }, []);

  // The link in the mail may be opened in another tab or on another device.
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") void reload();
    };
    document.addEventListener("visibilitychange", onVisible);
    const stop = onTabMessage(({ type }) => {
      if (type === "signed-out") window.location.assign("/login");
      else if (type !== "renewed") void reload();
    });
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      stop();
    };
  }, [reload]);

  useEffect(() => {
    if (!isOnboarded) return;
    // Renew the session cookie first: the middleware reads the onboarding state from it. /login redirects to the remembered
    // path or the timeline.
    void renewSession(() => true).finally(() => window.location.assign("/login"));
  }, [isOnboarded]);

  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-narrow flex-col px-5 py-6 sm:py-10">
      <header className="flex items-center justify-between gap-4">
        <span className="flex items-center gap-2.5">
          {logo}
          <span className="text-xl font-bold tracking-tight">Gum</span>
        </span>
        <Button variant="ghost" size="sm" onClick={leaving.close}>
          {t("signOut")}
        </Button>
        {leaving.question}
      </header>
      <main id="main" className="flex flex-1 flex-col justify-center py-8">
        <h1 className="sr-only">{t("title")}</h1>
        <StepList steps={required} completed={completed} current={step} />
        <div className="mt-8" aria-live="polite">
          {isOnboarded || !step ? (
            <p className="flex items-center justify-center gap-3 py-16 text-muted">
              <Spinner /> {t("finishing")}
            </p>
          ) : step === "email_verified" ? (
            <section aria-labelledby="step-title">
              <h2 id="step-title" className="text-2xl">
                {t("email.title")}
              </h2>
              <p className="mt-1.5 mb-6 text-pretty text-muted">{t("email.lead", { email: me.email })}</p>
              <div className="max-w-100">
                {emailStep({ email: me.email, onVerified: () => void reload() })}
              </div>
            </section>
          ) : step === "consent_v1" ? (
            <ConsentStep terms={terms} onDone={onStepDone} />
          ) : (
            <ProfileStep me={me} onEdited={setIsEdited} onDone={onStepDone} />
          )}
        </div>
      </main>
      <footer className="text-xs text-subtle">{t("account", { email: me.email })}</footer>
    </div>
  );
}

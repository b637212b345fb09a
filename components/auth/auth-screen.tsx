"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { LegalLinks } from "@/components/ui/legal-links";
import { Button } from "@/components/ui/button";
import { login } from "@/lib/auth/session.client";
import { onTabMessage } from "@/lib/browser/tabs";
import type { AuthFacts } from "@/lib/auth/screen-contract";
import { AuthFrame } from "./auth-frame";
import { LoginForm } from "./login-form";
import { MailCodeForm } from "./mail-code-form";
import { SecondFactorForm } from "./second-factor-form";
import { type Challenge, challengeOf, enterProduct } from "./sign-in";
import { SignupForm } from "./signup-form";
import { VerifyForm } from "./verify-form";

type Step =
  | { name: "start" }
  | { name: "byMail" }
  | { name: "secondFactor"; challenge: Challenge }
  /** Keeps the credentials in memory, so that confirming the address completes the sign-in. */
  | { name: "verify"; credentials: { email: string; password: string }; refused: boolean };

/** `/login` and `/signup`: the same screen with a different first step. */
export function AuthScreen({
  mode,
  facts,
  logo,
  isInvited = false,
  invitation,
  error,
}: {
  mode: "login" | "signup";
  facts: AuthFacts;
  logo: ReactNode;
  /** The person came from the link of a shared app. */
  isInvited?: boolean;
  /** The invitation code in the link. */
  invitation?: string | undefined;
  /** The error code of a failed sign-in that redirected here. */
  error?: string;
}) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.login");
  const [email, setEmail] = useState("");
  const [step, setStep] = useState<Step>({ name: "start" });
  const toStart = () => setStep({ name: "start" });
  const toSecondFactor = (challenge: Challenge) => setStep({ name: "secondFactor", challenge });

  // A sign-in in another tab counts for this one too.
  useEffect(() => onTabMessage(({ type }) => type === "signed-in" && enterProduct()), []);

  if (step.name === "secondFactor") {
    return (
      <AuthFrame logo={logo} title={t("secondFactor.title")}>
        <SecondFactorForm challenge={step.challenge} onBack={toStart} />
      </AuthFrame>
    );
  }

  if (step.name === "verify") {
    const { credentials, refused } = step;
    const signIn = async () => {
      try {
        await login(credentials);
        enterProduct();
      } catch (error) {
        const challenge = challengeOf(error);
        if (challenge) toSecondFactor(challenge);
        else window.location.assign("/login");
      }
    };
    return (
      <AuthFrame logo={logo} title={t("verify.title")} lead={t("verify.lead", { email: credentials.email })}>
        {refused && <Banner tone="warning" role="alert" title={tErrors("email_unverified")} />}
        <VerifyForm
          email={credentials.email}
          outboxOpen={facts.outboxOpen}
          onVerified={() => void signIn()}
          footer={
            <Button variant="ghost" size="sm" onClick={() => window.location.assign("/login")}>
              {t("verify.back")}
            </Button>
          }
        />
      </AuthFrame>
    );
  }

  if (step.name === "byMail") {
    return (
      <AuthFrame logo={logo} title={t("byMail.title")} lead={t("byMail.lead")}>
        <MailCodeForm
          facts={facts}
          email={email}
          onEmailChange={setEmail}
          onChallenge={toSecondFactor}
          onBack={toStart}
        />
      </AuthFrame>
    );
  }

  if (!facts.isSignInConfigured) {
    return (
      <AuthFrame logo={logo} title={t(`${mode}.title`)}>
        <Banner tone="warning" role="status" title={t("unconfigured.title")}>
          {t("unconfigured.body")}
        </Banner>
      </AuthFrame>
    );
  }

  if (!facts.isAvailable) {
    return (
      <AuthFrame logo={logo} title={t(`${mode}.title`)}>
        <Banner tone="warning" role="alert" title={t("unavailable.title")}>
          {t("unavailable.body")}
        </Banner>
        <Button variant="outline" size="lg" className="w-full" onClick={() => window.location.reload()}>
          {t("unavailable.retry")}
        </Button>
      </AuthFrame>
    );
  }

  const other = mode === "login" ? "/signup" : "/login";
  const footer = (
    <>
      <p>
        {t(`${mode}.other`)}{" "}
        <Link href={other} className="font-medium text-accent underline-offset-4 hover:underline">
          {t(`${mode}.otherLink`)}
        </Link>
      </p>
      <div className="mt-4">
        <LegalLinks />
      </div>
    </>
  );
  // What a form promises does not fit where there is none.
  const lead =
    mode === "signup" && facts.signups === "closed" ? "" : t(isInvited ? "invited" : `${mode}.lead`);
  return (
    <AuthFrame logo={logo} title={t(`${mode}.title`)} lead={lead} footer={footer}>
      {mode === "login" ? (
        <LoginForm
          facts={facts}
          error={error}
          email={email}
          onEmailChange={setEmail}
          onChallenge={toSecondFactor}
          onUnverified={(credentials) => setStep({ name: "verify", credentials, refused: true })}
          onByMail={() => setStep({ name: "byMail" })}
        />
      ) : facts.signups === "closed" ? (
        <Banner tone="warning" role="status" title={t("signup.disabledTitle")}>
          {t("signup.disabledBody")}
        </Banner>
      ) : (
        <SignupForm
          facts={facts}
          invitation={invitation}
          onUnconfirmed={(credentials) => setStep({ name: "verify", credentials, refused: false })}
        />
      )}
    </AuthFrame>
  );
}

"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { login } from "@/lib/auth/session.client";
import { onTabMessage } from "@/lib/browser/tabs";
import type { AuthFacts } from "./auth-facts";
import { AuthFrame } from "./auth-frame";
import { enterProduct } from "./enter-product";
import { LoginForm } from "./login-form";
import { MailCodeForm } from "./mail-code-form";
import { SecondFactorForm } from "./second-factor-form";
import { SignupForm } from "./signup-form";
import { VerifyForm } from "./verify-form";

type Step =
  | { name: "start" }
  | { name: "byMail" }
  | { name: "secondFactor"; challenge: string }
  /** The credentials stay in memory, so that confirming the address completes the sign-in. */
  | { name: "verify"; credentials: { email: string; password: string }; refused: boolean };

/** `/login` and `/signup`: the same screen with another first step. */
export function AuthScreen({
  mode,
  facts,
  logo,
  error,
}: {
  mode: "login" | "signup";
  facts: AuthFacts;
  logo: ReactNode;
  /** The code of a sign-in that failed elsewhere and led here. */
  error?: string;
}) {
  const t = useTranslations("auth");
  const tErrors = useTranslations("errors.login");
  const [email, setEmail] = useState("");
  const [step, setStep] = useState<Step>({ name: "start" });
  const toStart = () => setStep({ name: "start" });

  // Signed in in another tab: this one goes where it would have gone.
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
    const goOn = async () => {
      try {
        await login(credentials);
        enterProduct();
      } catch (error) {
        const { code, details } = error as { code?: string; details?: { challenge?: string } };
        if (code === "second_factor_required" && details?.challenge) {
          setStep({ name: "secondFactor", challenge: details.challenge });
        } else window.location.assign("/login");
      }
    };
    return (
      <AuthFrame logo={logo} title={t("verify.title")} lead={t("verify.lead", { email: credentials.email })}>
        {refused && <Banner tone="warning" role="alert" title={tErrors("email_unverified")} />}
        <VerifyForm
          email={credentials.email}
          outboxOpen={facts.outboxOpen}
          onVerified={() => void goOn()}
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
          onChallenge={(challenge) => setStep({ name: "secondFactor", challenge })}
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

  const other = mode === "login" ? "/signup" : "/login";
  const footer = (
    <p>
      {t(`${mode}.other`)}{" "}
      <Link href={other} className="font-medium text-accent underline-offset-4 hover:underline">
        {t(`${mode}.otherLink`)}
      </Link>
    </p>
  );
  return (
    <AuthFrame logo={logo} title={t(`${mode}.title`)} lead={t(`${mode}.lead`)} footer={footer}>
      {mode === "login" ? (
        <LoginForm
          facts={facts}
          error={error}
          email={email}
          onEmailChange={setEmail}
          onChallenge={(challenge) => setStep({ name: "secondFactor", challenge })}
          onUnverified={(credentials) => setStep({ name: "verify", credentials, refused: true })}
          onByMail={() => setStep({ name: "byMail" })}
        />
      ) : facts.signupsDisabled ? (
        <Banner tone="warning" role="status" title={t("signup.disabledTitle")}>
          {t("signup.disabledBody")}
        </Banner>
      ) : (
        <SignupForm
          facts={facts}
          onUnconfirmed={(credentials) => setStep({ name: "verify", credentials, refused: false })}
        />
      )}
    </AuthFrame>
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { signInByMail } from "@/lib/auth/session.client";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { AuthFrame, LinkOutcome } from "./auth-frame";
import { SecondFactorForm } from "./second-factor-form";
import { challengeOf, enterProduct } from "./sign-in";
import { useFollowLink, type LinkFailure } from "./use-follow-link";

async function follow({ token }: { token: string }) {
  try {
    await signInByMail({ token });
    enterProduct();
    return null;
  } catch (error) {
    const challenge = challengeOf(error);
    if (!challenge) throw error;
    return { challenge };
  }
}

/** Follows the link of a sign-in mail, and asks for the second factor where the account has one. */
export function SignInLink({ logo, username }: { logo: ReactNode; username: string | undefined }) {
  const t = useTranslations("auth");
  const outcome = useFollowLink(follow);

  if (outcome?.failure) return <FailedLink logo={logo} username={username} failure={outcome.failure} />;
  if (outcome?.result) {
    return (
      <AuthFrame logo={logo} title={t("secondFactor.title")}>
        <SecondFactorForm
          challenge={outcome.result.challenge}
          onBack={() => window.location.assign("/login")}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame logo={logo} title={t("callback.title")}>
      <LinkOutcome />
    </AuthFrame>
  );
}

function FailedLink({
  logo,
  username,
  failure,
}: {
  logo: ReactNode;
  username: string | undefined;
  failure: LinkFailure;
}) {
  const t = useTranslations("auth.callback");
  const errors = useErrorTexts();
  const { reason } = failure;
  if (reason === "unanswered") {
    return (
      <AuthFrame logo={logo} title={t("unanswered")} lead={errors.text(failure.error)}>
        <LinkOutcome>
          <Button variant="primary" size="lg" onClick={failure.retry}>
            {t("retry")}
          </Button>
        </LinkOutcome>
      </AuthFrame>
    );
  }
  const title = username !== undefined ? t("signedIn") : t(reason);
  const why = reason === "missing" && username !== undefined ? "" : t(`${reason}Lead`);
  const lead = username === undefined ? `${why} ${t("newLink")}` : `${t("signedInAs", { username })} ${why}`;
  return (
    <AuthFrame logo={logo} title={title} lead={lead}>
      <LinkOutcome>
        <Button variant="primary" size="lg" onClick={enterProduct}>
          {username !== undefined ? t("goOn") : t("back")}
        </Button>
      </LinkOutcome>
    </AuthFrame>
  );
}

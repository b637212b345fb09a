"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { FormEventHandler, ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import type { Submit } from "@/lib/auth/use-submit";

import type { SuspensionDetails } from "./suspended-notice";

const SuspendedNotice = dynamic(() => import("./suspended-notice").then((module) => module.SuspendedNotice), {
  ssr: false,
});

type Failure = { text: string; retryAfter?: number | undefined };

interface AuthFormProps {
  form: Submit;
  /** A failure from elsewhere, shown until this form has one of its own. */
  failure?: Failure | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The one form of an auth screen. A failure takes the place of the screen's lead, so that nothing below moves. */
export function AuthForm({ form, failure, onSubmit, children }: AuthFormProps) {
  return (
    <form {...form.props} onSubmit={onSubmit} className="flex flex-col gap-4">
      {form.failure?.code === "account_suspended" && form.failure.details ? (
        <SuspendedNotice details={form.failure.details as SuspensionDetails} />
      ) : (
        <FormFailure failure={form.failure ?? failure} />
      )}
      {children}
    </form>
  );
}

/** What failed, and when to try again where that is known. */
function FormFailure({ failure }: { failure: Failure | null | undefined }) {
  const t = useTranslations("errors");
  if (!failure?.text) return null;
  const { text, retryAfter } = failure;
  return (
    <Banner
      tone="danger"
      role="alert"
      title={text}
      className="auth-failure group-data-lead/auth:-mt-17 group-data-lead/auth:min-h-13 group-data-lead/auth:content-center group-data-lead/auth:py-1.5"
    >
      {retryAfter !== undefined &&
        t("retryIn", { minutes: retryAfter < 60 ? 0 : Math.ceil(retryAfter / 60), seconds: retryAfter })}
    </Banner>
  );
}

/** The divider between a form and the other sign-in methods. */
export function FormDivider() {
  const t = useTranslations("auth");
  return (
    <div className="flex items-center gap-3 text-xs text-subtle">
      <span className="h-px flex-1 bg-border" />
      {t("divider")}
      <span className="h-px flex-1 bg-border" />
    </div>
  );
}

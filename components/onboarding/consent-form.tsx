"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Checkbox } from "@/components/ui/checkbox";
import { LegalLinks } from "@/components/ui/legal-links";
import { SubmitButton } from "@/components/ui/submit-button";
import { useSubmit } from "@/lib/auth/use-submit";
import { api } from "@/lib/browser/api";
import type { Me } from "@/lib/people/user-contract";

interface ConsentFormProps {
  /** The version of the terms and the privacy notice that is agreed to. */
  terms: number;
  label: string;
  onDone: (me: Me) => void;
  /** Another version has been published meanwhile. */
  onChanged: () => void;
  /** The documents to agree to, with the heading `step-title`. */
  children: ReactNode;
}

/** The consent to the terms and the privacy notice. */
export function ConsentForm({ terms, label, onDone, onChanged, children }: ConsentFormProps) {
  const t = useTranslations("onboarding");
  // The version, not a flag: a box ticked for an older one does not count.
  const [agreed, setAgreed] = useState(0);
  const [reminded, setReminded] = useState(false);
  const form = useSubmit("other", [], (error) =>
    (error as { code?: string }).code === "conflict" ? t("agree.changedAgain") : null,
  );
  const isAgreed = agreed === terms;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isAgreed) return setReminded(true);
    setReminded(false);
    const response = await form.run(() =>
      api<{ user: Me }>("/v2/onboarding/consent", { method: "POST", body: { version: "v1", terms } }).catch(
        (error: { code?: string }) => {
          if (error.code === "conflict") onChanged();
          throw error;
        },
      ),
    );
    if (response) onDone(response.user);
  }

  const problem = reminded && !isAgreed ? t("consent.mustAgree") : form.failure?.text;
  return (
    <form {...form.props} onSubmit={submit} aria-labelledby="step-title">
      {children}
      <Checkbox
        className="mt-5"
        label={label}
        checked={isAgreed}
        onChange={(event) => setAgreed(event.target.checked ? terms : 0)}
      />
      {/* In a new tab, so that the form stays. */}
      <LegalLinks target="_blank" />
      {problem && <Banner tone="danger" role="alert" title={problem} className="mt-3" />}
      <SubmitButton form={form} className="mt-5 sm:w-auto">
        {t("consent.submit")}
      </SubmitButton>
    </form>
  );
}

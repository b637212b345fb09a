"use client";

import { Box, Database, Eye, Handshake, PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Checkbox } from "@/components/ui/checkbox";
import { LegalLinks } from "@/components/ui/legal-links";
import { SubmitButton } from "@/components/ui/submit-button";
import { api } from "@/lib/browser/api";
import { useSubmit } from "@/lib/auth/use-submit";
import type { Me } from "@/lib/people/user-contract";

const POINTS = [
  { name: "yours", Icon: PenLine },
  { name: "public", Icon: Eye },
  { name: "apps", Icon: Box },
  { name: "keep", Icon: Database },
  { name: "fair", Icon: Handshake },
] as const;

/** The terms and the privacy notice in short, and the consent to them. */
export function ConsentStep({ onDone }: { onDone: (me: Me) => void }) {
  const t = useTranslations("onboarding.consent");
  const [agreed, setAgreed] = useState(false);
  const [reminded, setReminded] = useState(false);
  const form = useSubmit("other", []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!agreed) return setReminded(true);
    const response = await form.run(() =>
      api<{ user: Me }>("/v2/onboarding/consent", { method: "POST", body: { version: "v1" } }),
    );
    if (response) onDone(response.user);
  }

  const problem = reminded && !agreed ? t("mustAgree") : form.failure?.text;
  return (
    <form {...form.props} onSubmit={submit} aria-labelledby="step-title">
      <h2 id="step-title" className="text-2xl">
        {t("title")}
      </h2>
      <p className="mt-1.5 text-muted">{t("lead")}</p>
      <dl className="mt-6 divide-y divide-border rounded-xl border border-border bg-surface">
        {POINTS.map(({ name, Icon }) => (
          <div key={name} className="grid grid-cols-[auto_1fr] gap-x-3 px-4 py-3.5">
            <Icon aria-hidden className="mt-0.5 size-4.5 text-accent" />
            <div>
              <dt className="text-sm font-semibold">{t(`points.${name}Title`)}</dt>
              <dd className="mt-0.5 text-sm text-pretty text-muted">{t(`points.${name}`)}</dd>
            </div>
          </div>
        ))}
      </dl>
      <Checkbox
        className="mt-5"
        label={t("check")}
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      {/* In a new tab, so that the onboarding stays. */}
      <LegalLinks target="_blank" />
      {problem && <Banner tone="danger" role="alert" title={problem} className="mt-3" />}
      <SubmitButton form={form} className="mt-5 sm:w-auto">
        {t("submit")}
      </SubmitButton>
    </form>
  );
}

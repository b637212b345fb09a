"use client";

import { Box, Database, Eye, Handshake, PenLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Me } from "@/lib/people/user-contract";
import { ConsentForm } from "./consent-form";

const POINTS = [
  { name: "yours", Icon: PenLine },
  { name: "public", Icon: Eye },
  { name: "apps", Icon: Box },
  { name: "keep", Icon: Database },
  { name: "fair", Icon: Handshake },
] as const;

/** The terms and the privacy notice in short, and the consent to them. */
export function ConsentStep({ terms, onDone }: { terms: number; onDone: (me: Me) => void }) {
  const t = useTranslations("onboarding.consent");
  const router = useRouter();
  return (
    <ConsentForm
      terms={terms}
      label={t("check", { version: terms })}
      onDone={onDone}
      onChanged={() => router.refresh()}
    >
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
    </ConsentForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { InstanceSettings, InstanceSettingsBody } from "@/lib/instance/contract";
import type { TermsChange } from "@/lib/instance/rules";
import { SettingsRow, SettingsSection } from "../settings-section";

/** The published terms, as the server read them for this page. */
export type PublishedTerms = { version: number; changes: TermsChange[] };

interface TermsSectionProps {
  settings: InstanceSettings;
  published: PublishedTerms;
  pending: boolean;
  onSave: (body: InstanceSettingsBody) => Promise<boolean>;
}

/** Asks everybody to agree to newer terms. */
export function TermsSection({ settings, published, pending, onSave }: TermsSectionProps) {
  const t = useTranslations("instance");
  const common = useTranslations("common");
  const asked = settings.termsVersion;
  const { version, changes } = published;
  const isAsked = asked >= version;
  const ask = async () => {
    if (!(await onSave({ termsVersion: version }))) return;
    toast(t("terms.isAsked", { version }), {
      action: { label: t("undo"), onClick: () => void onSave({ termsVersion: asked }) },
    });
  };
  return (
    <SettingsSection id="terms" title={t("sections.terms")} lead={t("terms.first")}>
      <SettingsRow
        label={t("terms.version", { version })}
        hint={isAsked ? t("terms.asked") : t("terms.unasked", { asked })}
      >
        {!isAsked && (
          <Button variant="outline" loading={pending} onClick={() => void ask()}>
            {t("terms.ask")}
          </Button>
        )}
      </SettingsRow>
      {!isAsked &&
        changes
          .filter((page) => page.changes.length > 0)
          .map(({ page, changes: lines }) => (
            <SettingsRow
              key={page}
              label={t("terms.changes", { page: common(page) })}
              hint={
                <ul className="list-disc space-y-1 pl-5">
                  {lines.map((line, index) => (
                    <li key={index} dir="auto" className="wrap-anywhere">
                      {line}
                    </li>
                  ))}
                </ul>
              }
            />
          ))}
    </SettingsSection>
  );
}

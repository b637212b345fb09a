"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LoadFailed } from "@/components/ui/load-failed";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { InstanceSettings, InstanceSettingsBody } from "@/lib/instance/contract";
import { instanceSettingsQuery, useChangeInstance } from "@/lib/instance/queries";
import { FEATURES, readDomain, SIGNUP_MODES } from "@/lib/instance/rules";
import { SettingsRow, SettingsSection } from "../settings-section";
import { WordList } from "../word-list";
import { AnnouncementsSection } from "./announcements-section";
import { InvitationTree } from "./invitation-tree";
import { type PublishedTerms, TermsSection } from "./terms-section";

const DOMAIN_MAX_CHARS = 253;

/** `/admin`: the instance settings. */
export function InstanceView({ terms }: { terms: PublishedTerms }) {
  const query = useQuery(instanceSettingsQuery());
  const errors = useErrorTexts();
  const change = useChangeInstance();
  const save = (body: InstanceSettingsBody) =>
    change.mutateAsync(body).then(
      () => true,
      (error: unknown) => {
        toast(errors.text(error), { tone: "danger" });
        return false;
      },
    );
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  if (!query.data) return <Skeleton className="h-40 w-full" />;
  // Shown as chosen while the server has not answered yet.
  const settings = change.isPending ? { ...query.data, ...change.variables } : query.data;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <SignupsSection settings={settings} pending={change.isPending} onSave={save} />
      <AnnouncementsSection />
      <FeaturesSection settings={settings} onSave={save} />
      <TermsSection settings={settings} published={terms} pending={change.isPending} onSave={save} />
      <InvitationTree />
    </div>
  );
}

type SectionProps = {
  settings: InstanceSettings;
  /** @returns whether the server took it */
  onSave: (body: InstanceSettingsBody) => Promise<boolean>;
};

function SignupsSection({
  settings: { signups, blockedEmailDomains: domains },
  pending,
  onSave,
}: SectionProps & { pending: boolean }) {
  const t = useTranslations("instance");
  const add = (typed: string) => {
    const domain = readDomain(typed);
    if (!domain) {
      toast(t("signups.domainInvalid", { typed }), { tone: "danger" });
      return false;
    }
    return domains.includes(domain) || onSave({ blockedEmailDomains: [...domains, domain] });
  };
  const remove = async (domain: string) => {
    const isSaved = await onSave({ blockedEmailDomains: domains.filter((each) => each !== domain) });
    if (!isSaved) return;
    toast(t("signups.domainAccepted", { domain }), {
      action: { label: t("undo"), onClick: () => void onSave({ blockedEmailDomains: domains }) },
    });
  };
  return (
    <SettingsSection id="signups" title={t("sections.signups")}>
      <SettingsRow label={t("signups.who")} hint={t(`signups.whoHint.${signups}`)}>
        <SegmentedControl
          label={t("signups.who")}
          value={signups}
          onValueChange={(value) => void onSave({ signups: value })}
          segments={SIGNUP_MODES.map((value) => ({ value, label: t(`signups.${value}`) }))}
        />
      </SettingsRow>
      <WordList
        words={domains}
        label={t("signups.domains")}
        hint={t("signups.domainsHint")}
        placeholder={t("signups.domainPlaceholder")}
        addLabel={t("signups.addDomain")}
        removeLabel={(domain) => t("signups.removeDomain", { domain })}
        maxGraphemes={DOMAIN_MAX_CHARS}
        pending={pending}
        onAdd={add}
        onRemove={(domain) => void remove(domain)}
      />
    </SettingsSection>
  );
}

function FeaturesSection({ settings, onSave }: SectionProps) {
  const t = useTranslations("instance");
  return (
    <SettingsSection id="features" title={t("sections.features")}>
      {FEATURES.map((feature) => (
        <Switch
          key={feature}
          className="px-4 py-3.5"
          label={t(`features.${feature}`)}
          hint={t(`features.${feature}Hint`)}
          checked={settings[feature]}
          onCheckedChange={(isOn) => onSave({ [feature]: isOn })}
        />
      ))}
    </SettingsSection>
  );
}

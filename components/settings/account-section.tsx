"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Me } from "@/lib/people/user-contract";
import { SettingsRow, SettingsSection } from "./settings-section";

const EmailDialog = dynamic(() => import("./email-dialog").then((module) => module.EmailDialog), {
  ssr: false,
});
const PasswordDialog = dynamic(() => import("./password-dialog").then((module) => module.PasswordDialog), {
  ssr: false,
});
const DeleteDialog = dynamic(() => import("./delete-dialog").then((module) => module.DeleteDialog), {
  ssr: false,
});

export function AccountSection({
  me,
  outboxOpen,
  hasPassword,
  onMeChanged,
  onSignOut,
}: {
  me: Me;
  outboxOpen: boolean;
  hasPassword: boolean;
  onMeChanged: () => void;
  onSignOut: () => void;
}) {
  const t = useTranslations("settings");
  const [open, setOpen] = useState<"email" | "password" | "delete" | null>(null);
  const close = () => setOpen(null);
  const verified = me.onboarding.completed.includes("email_verified");

  return (
    <SettingsSection id="account" title={t("sections.account")}>
      <SettingsRow label={t("account.profile")} hint={t("account.profileHint")}>
        <ButtonLink href="/edit-profile" variant="outline">
          {t("account.editProfile")}
        </ButtonLink>
      </SettingsRow>
      <SettingsRow
        label={t("account.email")}
        hint={
          <span className="flex flex-wrap items-center gap-2">
            <span className="break-all">{me.email}</span>
            <Badge tone={verified ? "success" : "warning"}>
              {verified ? t("account.emailVerified") : t("account.emailUnverified")}
            </Badge>
          </span>
        }
      >
        <Button variant="outline" onClick={() => setOpen("email")}>
          {t("account.changeEmail")}
        </Button>
      </SettingsRow>
      <SettingsRow
        label={t("account.password")}
        hint={t(hasPassword ? "account.passwordHint" : "account.noPasswordHint")}
      >
        <Button variant="outline" onClick={() => setOpen("password")}>
          {t(hasPassword ? "account.changePassword" : "account.setPassword")}
        </Button>
      </SettingsRow>
      <SettingsRow label={t("account.signOut")} hint={t("account.signOutHint")}>
        <Button variant="outline" onClick={onSignOut}>
          {t("account.signOut")}
        </Button>
      </SettingsRow>
      <SettingsRow label={t("account.delete")} hint={t("account.deleteHint")}>
        <Button variant="outline" className="text-danger" onClick={() => setOpen("delete")}>
          {t("account.delete")}
        </Button>
      </SettingsRow>
      {open === "email" && <EmailDialog outboxOpen={outboxOpen} onChanged={onMeChanged} onClose={close} />}
      {open === "password" && <PasswordDialog email={me.email} hasPassword={hasPassword} onClose={close} />}
      {open === "delete" && <DeleteDialog username={me.username} onClose={close} />}
    </SettingsSection>
  );
}

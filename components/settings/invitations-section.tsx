"use client";

import { useQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Invitation } from "@/lib/instance/contract";
import { invitationsQuery, useInvitations } from "@/lib/instance/queries";
import { hasInvitations } from "@/lib/instance/rules";
import { nameOf } from "@/lib/people/rules";
import { CopyButton } from "./copy-button";
import { SettingsItem, SettingsList } from "./settings-list";
import { SettingsRow, SettingsSection } from "./settings-section";

/** The person's invitation codes. If the instance does not use invitations, shown only to people who have some. */
export function InvitationsSection() {
  const t = useTranslations("settings");
  const errors = useErrorTexts();
  const query = useQuery(invitationsQuery());
  const { create, end } = useInvitations();
  const said = (error: unknown) => void toast(errors.text(error), { tone: "danger" });
  const formatDate = useDateFormat();
  if (!query.data || !hasInvitations(query.data)) return <div id="invitations" hidden />;
  const { mode, left, from, items } = query.data;
  return (
    <SettingsSection id="invitations" title={t("sections.invitations")} lead={t("invitations.lead")}>
      <SettingsRow
        hint={
          mode !== "invitation"
            ? t("invitations.closed")
            : from
              ? t("invitations.from", { date: formatDate(from, { dateStyle: "medium", timeStyle: "short" }) })
              : t("invitations.left", { count: left })
        }
      >
        {mode === "invitation" && (
          <Button
            variant="outline"
            disabled={left === 0 || from !== null}
            loading={create.isPending}
            onClick={() => create.mutate(undefined, { onError: said })}
          >
            {t("invitations.create")}
          </Button>
        )}
      </SettingsRow>
      <SettingsList
        query={query}
        items={items}
        label={t("sections.invitations")}
        empty={{ icon: <Ticket />, title: t("invitations.empty"), description: t("invitations.emptyLead") }}
      >
        {(invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            pending={end.isPending && end.variables === invitation.id}
            onEnd={() =>
              end.mutate(invitation.id, {
                onError: said,
                onSuccess: () => void toast(t("invitations.ended", { code: invitation.code })),
              })
            }
          />
        )}
      </SettingsList>
    </SettingsSection>
  );
}

function InvitationRow({
  invitation: { code, expiresAt, invitee },
  pending,
  onEnd,
}: {
  invitation: Invitation;
  pending: boolean;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.invitations");
  const formatDate = useDateFormat();
  return (
    <SettingsItem
      actions={
        !invitee && (
          <div className="flex items-center gap-2">
            <CopyButton
              text={`${window.location.origin}/signup?invitation=${code}`}
              label={t("copy", { code })}
            />
            <Button
              variant="ghost"
              size="sm"
              loading={pending}
              aria-label={t("endOne", { code })}
              onClick={onEnd}
            >
              {t("end")}
            </Button>
          </div>
        )
      }
    >
      <p className="font-mono text-sm break-all">{code}</p>
      <p className="mt-0.5 text-xs text-muted">
        {invitee ? (
          <Link href={`/profile/${invitee.id}`} className="underline-offset-4 hover:underline">
            {t("usedBy", { name: nameOf(invitee) })}
          </Link>
        ) : (
          t("openUntil", { date: formatDate(expiresAt, { dateStyle: "medium" }) })
        )}
      </p>
    </SettingsItem>
  );
}

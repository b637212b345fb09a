"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useNow, useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { tokensQuery } from "@/lib/auth/queries";
import type { TokenInfo } from "@/lib/auth/token-contract";
import { api } from "@/lib/browser/api";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useTimeAgo } from "@/lib/i18n/use-time-ago";
import { SettingsItem, SettingsList } from "./settings-list";
import { SettingsRow, SettingsSection } from "./settings-section";
import { useAction } from "./use-action";

const TokenDialog = dynamic(() => import("./token-dialog").then((module) => module.TokenDialog), {
  ssr: false,
});

/** The personal access tokens: creates and revokes them, and shows when each was last used. */
export function TokensSection() {
  const t = useTranslations("settings.tokens");
  const client = useQueryClient();
  const query = useQuery(tokensQuery());
  const [creating, setCreating] = useState(false);
  const { pending, run } = useAction<string>();
  const reload = () => client.invalidateQueries({ queryKey: tokensQuery().queryKey });

  const revoke = ({ id, name }: TokenInfo) =>
    run(id, async () => {
      try {
        await api(`/v2/auth/tokens/${id}`, { method: "DELETE" });
        toast(t("revoked", { name }), { tone: "success" });
      } finally {
        await reload();
      }
    });

  return (
    <SettingsSection id="tokens" title={t("title")} lead={t("lead")}>
      <SettingsRow hint={t("hint")}>
        <Button variant="outline" onClick={() => setCreating(true)}>
          {t("create")}
        </Button>
      </SettingsRow>
      <SettingsList
        query={query}
        items={query.data}
        label={t("title")}
        empty={{ icon: <KeyRound aria-hidden />, title: t("empty"), description: t("emptyLead") }}
      >
        {(token) => (
          <TokenRow
            key={token.id}
            token={token}
            pending={pending === token.id}
            onRevoke={() => void revoke(token)}
          />
        )}
      </SettingsList>
      {creating && <TokenDialog onCreated={() => void reload()} onClose={() => setCreating(false)} />}
    </SettingsSection>
  );
}

function TokenRow({
  token: { name, scopes, lastUsedAt, expiresAt },
  pending,
  onRevoke,
}: {
  token: TokenInfo;
  pending: boolean;
  onRevoke: () => void;
}) {
  const t = useTranslations("settings.tokens");
  const formatDate = useDateFormat();
  const timeAgo = useTimeAgo();
  const now = useNow({ updateInterval: 60_000 });
  const ends = expiresAt ? new Date(expiresAt) : null;
  return (
    <SettingsItem
      icon={<KeyRound aria-hidden className="size-5 flex-none text-muted" />}
      actions={
        <Button
          variant="ghost"
          size="sm"
          loading={pending}
          aria-label={t("revokeOne", { name })}
          onClick={onRevoke}
        >
          {t("revoke")}
        </Button>
      }
    >
      <p className="text-sm wrap-anywhere">{name}</p>
      <p className="mt-1 flex flex-wrap gap-1.5">
        {scopes.map((scope) => (
          <Badge key={scope}>{t(`scopes.${scope}`)}</Badge>
        ))}
        {ends && ends <= now && <Badge tone="warning">{t("expired")}</Badge>}
      </p>
      <p className="mt-1 text-xs text-muted">
        {lastUsedAt ? t("lastUsed", { when: timeAgo(lastUsedAt) }) : t("neverUsed")} ·{" "}
        {ends ? t("until", { date: formatDate(ends, { dateStyle: "medium" }) }) : t("withoutEnd")}
      </p>
    </SettingsItem>
  );
}

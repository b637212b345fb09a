"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone, Terminal } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/browser/api";
import { accountKeys, sessionsQuery } from "@/lib/account/queries";
import type { SessionInfo } from "@/lib/auth/contract";
import { describeUserAgent } from "@/lib/auth/user-agent";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useTimeAgo } from "@/lib/i18n/use-time-ago";
import { SettingsItem, SettingsList } from "./settings-list";
import { SettingsRow } from "./settings-section";
import { useDeviceName } from "./use-device-name";
import { useAction } from "./use-action";

/** The sessions of the account; ends one of them, or all others. */
export function SessionsList() {
  const t = useTranslations("settings.security");
  const client = useQueryClient();
  const query = useQuery(sessionsQuery());
  const { pending, run } = useAction<string>();

  const end = (id: string | "others") =>
    run(id, async () => {
      try {
        const path = id === "others" ? "/v2/auth/sessions" : `/v2/auth/sessions/${id}`;
        const response = await api<{ ended: number } | undefined>(path, { method: "DELETE" });
        if (response) toast(t("endedOthers", { count: response.ended }), { tone: "success" });
      } finally {
        await client.invalidateQueries({ queryKey: accountKeys.sessions });
      }
    });

  return (
    <>
      <SettingsRow label={t("sessions")} hint={t("sessionsHint")}>
        {query.data && query.data.length > 1 && (
          <Button variant="outline" loading={pending === "others"} onClick={() => void end("others")}>
            {t("endOthers")}
          </Button>
        )}
      </SettingsRow>
      <SettingsList query={query} items={query.data}>
        {(session) => (
          <SessionRow
            key={session.id}
            session={session}
            pending={pending === session.id}
            onEnd={() => void end(session.id)}
          />
        )}
      </SettingsList>
    </>
  );
}

function SessionRow({
  session,
  pending,
  onEnd,
}: {
  session: SessionInfo;
  pending: boolean;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.security");
  const tMethods = useTranslations("auth.methods");
  const formatDate = useDateFormat();
  const timeAgo = useTimeAgo();
  const name = useDeviceName()(session.userAgent, session.kind);
  const { isPhone } = describeUserAgent(session.userAgent);
  const Icon = session.kind === "api" ? Terminal : isPhone ? Smartphone : Laptop;
  return (
    <SettingsItem
      icon={<Icon aria-hidden className="size-5 flex-none text-muted" />}
      actions={
        !session.current && (
          <Button
            variant="ghost"
            size="sm"
            loading={pending}
            aria-label={t("endOne", { device: name })}
            onClick={onEnd}
          >
            {t("end")}
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {name}
        {session.current && <Badge tone="success">{t("current")}</Badge>}
      </p>
      <p className="text-xs text-muted">
        {[
          t("lastUsed", { when: timeAgo(session.lastUsedAt) }),
          t("since", { date: formatDate(session.createdAt, { dateStyle: "medium" }) }),
          session.openedBy && tMethods(session.openedBy),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </SettingsItem>
  );
}

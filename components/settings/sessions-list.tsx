"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone, Terminal } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/browser/api";
import { accountKeys, sessionsQuery } from "@/lib/account/queries";
import type { SessionInfo } from "@/lib/auth/contract";
import { describeUserAgent } from "@/lib/auth/user-agent";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { SettingsList } from "./settings-list";
import { SettingsRow } from "./settings-section";

/** Where one is signed in, with a way to end each and all others. */
export function SessionsList() {
  const t = useTranslations("settings.security");
  const texts = useErrorTexts();
  const client = useQueryClient();
  const query = useQuery(sessionsQuery());
  const [pending, setPending] = useState<string | null>(null);

  async function end(path: string, id: string, say?: (answer: { ended: number }) => string) {
    setPending(id);
    try {
      const answer = await api<{ ended: number }>(path, { method: "DELETE" });
      if (say) toast(say(answer), { tone: "success" });
    } catch (error) {
      toast(texts.text(error), { tone: "danger" });
    } finally {
      await client.invalidateQueries({ queryKey: accountKeys.sessions });
      setPending(null);
    }
  }

  return (
    <>
      <SettingsRow label={t("sessions")} hint={t("sessionsHint")}>
        {query.data && query.data.length > 1 && (
          <Button
            variant="outline"
            loading={pending === "others"}
            onClick={() =>
              void end("/v2/auth/sessions", "others", ({ ended }) => t("endedOthers", { count: ended }))
            }
          >
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
            onEnd={() => void end(`/v2/auth/sessions/${session.id}`, session.id)}
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
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  const { browser, system, isPhone } = describeUserAgent(session.userAgent);
  const name =
    browser && system
      ? t("deviceName", { browser, system })
      : (browser ?? system ?? (session.kind === "api" ? t("apiClient") : t("unknownDevice")));
  const Icon = session.kind === "api" ? Terminal : isPhone ? Smartphone : Laptop;
  const lastUsed = new Date(session.lastUsedAt);
  const when = format.relativeTime(lastUsed > now ? now : lastUsed, { now, style: "narrow" });
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      <Icon aria-hidden className="size-5 flex-none text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {name}
          {session.current && <Badge tone="success">{t("current")}</Badge>}
        </p>
        <p className="text-xs text-muted">
          {t("lastUsed", { when })} ·{" "}
          {t("since", { date: format.dateTime(new Date(session.createdAt), { dateStyle: "medium" }) })}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="ghost"
          size="sm"
          loading={pending}
          aria-label={t("endOne", { device: name })}
          onClick={onEnd}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}

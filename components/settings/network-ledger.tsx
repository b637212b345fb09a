"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { LoadMore } from "@/components/ui/load-more";
import { appLedgerQuery } from "@/lib/apps/settings-queries";
import type { EgressLedgerEntry } from "@/lib/egress/contract";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { SettingsList } from "./settings-list";
import { SettingsSection } from "./settings-section";

/** Every request that an app made through the proxy, including refused ones. */
export function NetworkLedger({ appId }: { appId: string }) {
  const t = useTranslations("settings.ledger");
  const query = useInfiniteQuery(appLedgerQuery(appId));
  const entries = query.data?.pages.flatMap((page) => page.items);
  return (
    <SettingsSection id="network" title={t("title")} lead={t("lead")}>
      <SettingsList
        query={query}
        items={entries}
        label={t("title")}
        empty={{ icon: <Globe aria-hidden />, title: t("empty") }}
      >
        {(entry) => <Entry key={entry.id} entry={entry} />}
      </SettingsList>
      <LoadMore query={query} />
    </SettingsSection>
  );
}

/** The refusals that have a text of their own. */
const REASONS = [
  "consent_required",
  "host_not_allowed",
  "private_address",
  "rate_limited",
  "too_large",
  "timeout",
  "unreachable",
  "unresolvable",
] as const;

function Entry({ entry }: { entry: EgressLedgerEntry }) {
  const t = useTranslations("settings.ledger");
  const format = useFormatter();
  const formatDate = useDateFormat();
  const { host, method, decision, status, bytesUp, bytesDown, createdAt } = entry;
  const allowed = decision === "allowed";
  const pending = decision === "pending";
  const reason = REASONS.find((known) => known === decision) ?? "other";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-52 font-mono break-all">
        {method} {host}
      </span>
      <Badge tone={allowed ? "success" : pending ? "neutral" : "warning"}>
        {allowed ? t("answered", { status: status ?? 0 }) : pending ? t("pending") : t(`reasons.${reason}`)}
      </Badge>
      <span className="w-full text-xs text-muted sm:w-auto">
        {t("bytes", { up: format.number(bytesUp), down: format.number(bytesDown) })} ·{" "}
        <time dateTime={createdAt}>
          {formatDate(createdAt, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      </span>
    </li>
  );
}

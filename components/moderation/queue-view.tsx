"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Globe, ShieldCheck, SlidersHorizontal, Sparkles } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Kbd } from "@/components/ui/kbd";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import { TimeAgo } from "@/components/ui/time-ago";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { CaseShort } from "@/lib/moderation/queue-contract";
import { queueListQuery } from "@/lib/moderation/queue-queries";
import { QUEUES, REPORT_REASONS, SUBJECT_TYPES } from "@/lib/moderation/rules";
import { readPlace, writePlace, type Place } from "./place";
import { ACTION_KEYS, useKeys } from "./use-keys";

const CaseView = dynamic(() => import("./case-view").then((module) => module.CaseView), { ssr: false });

/** The moderation queue: list and open case side by side; one at a time on a phone. */
export function QueueView({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("moderation");
  const reasons = useTranslations("profile.reasons");
  const errors = useErrorTexts();
  const place = readPlace(useSearchParams());
  const { queue, type, reason, open } = place;
  const query = useInfiniteQuery(queueListQuery({ queue, type, reason }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const counts = query.data?.pages[0]?.counts;
  const filter = (change: Partial<Place>) => writePlace({ ...place, open: null, ...change });
  const openAt = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))];
    if (item) writePlace({ ...place, open: item });
  };
  const at = items.findIndex((item) => open && item.type === open.type && item.id === open.id);
  useKeys({
    j: () => openAt(at + 1),
    k: () => openAt(at - 1),
    o: () => document.querySelector<HTMLElement>("[data-case-link]")?.click(),
  });
  const afterwards = () => {
    // Opens the next case on a wide screen; a phone returns to the list.
    const next = items[at + 1] ?? items[at - 1];
    const isWide = matchMedia("(min-width: 64rem)").matches;
    writePlace({ ...place, open: isWide && queue !== "done" && next ? next : null }, "replace");
  };
  const names = { open: t("queues.open"), appeals: t("queues.appeals"), done: t("queues.done") };
  return (
    <div className="moderation-queue mx-auto grid w-full max-w-wide gap-4 px-4 pt-4 pb-16 lg:grid-cols-[22rem_minmax(0,1fr)] lg:px-6">
      <section aria-label={t("title")} className={cn("min-w-0", open && "max-lg:hidden")}>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h1 className="text-xl">{t("title")}</h1>
          <div className="-mx-2.5 flex">
            <ButtonLink href="/moderation/featured" variant="ghost" size="sm">
              <Sparkles aria-hidden />
              {t("featured.link")}
            </ButtonLink>
            <ButtonLink href="/moderation/network" variant="ghost" size="sm">
              <Globe aria-hidden />
              {t("network.link")}
            </ButtonLink>
            {isAdmin && (
              <ButtonLink href="/admin" variant="ghost" size="sm">
                <SlidersHorizontal aria-hidden />
                {t("instance")}
              </ButtonLink>
            )}
          </div>
        </div>
        <SegmentedControl
          label={t("queue")}
          className="mt-3 w-full"
          value={queue}
          onValueChange={(value) => filter({ queue: value })}
          segments={QUEUES.map((value) => ({
            value,
            label: (
              <>
                {names[value]}
                {value !== "done" && counts && counts[value] > 0 && (
                  <Badge tone={queue === value ? "accent" : "neutral"}>{counts[value]}</Badge>
                )}
              </>
            ),
          }))}
        />
        <div className="mt-2 grid grid-cols-2 gap-2">
          <Select
            aria-label={t("type")}
            value={type ?? "all"}
            options={[
              { value: "all" as const, label: t("allTypes") },
              ...SUBJECT_TYPES.map((value) => ({
                value,
                label: counts ? `${t(`types.${value}`)} (${counts.byType[value]})` : t(`types.${value}`),
              })),
            ]}
            onValueChange={(value) => filter({ type: value === "all" ? undefined : value })}
          />
          <Select
            aria-label={t("reason")}
            value={reason ?? "all"}
            options={[
              { value: "all" as const, label: t("allReasons") },
              ...REPORT_REASONS.map((value) => ({ value, label: reasons(value) })),
            ]}
            onValueChange={(value) => filter({ reason: value === "all" ? undefined : value })}
          />
        </div>
        {items.length > 0 ? (
          <ul
            aria-label={names[queue]}
            className="mt-3 overflow-clip bg-surface rounded-lg border border-border"
          >
            {items.map((item) => (
              <CaseRow
                key={item.key}
                item={item}
                isOpen={items[at] === item}
                onOpen={() => writePlace({ ...place, open: item })}
              />
            ))}
          </ul>
        ) : query.isPending ? (
          <Spinner className="mx-auto mt-10 text-muted" />
        ) : query.isError ? (
          <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
        ) : (
          <EmptyState icon={<ShieldCheck />} title={t("emptyTitle")} description={t("emptyText")} />
        )}
        <LoadMore query={query} />
      </section>
      <div className={cn("min-w-0", !open && "max-lg:hidden")}>
        {open ? (
          <CaseView
            key={`${open.type}.${open.id}`}
            caseRef={open}
            onBack={() => writePlace({ ...place, open: null })}
            onDone={afterwards}
          />
        ) : (
          items.length > 0 && <EmptyState title={t("chooseTitle")} description={t("chooseText")} />
        )}
        <KeyHelp />
      </div>
    </div>
  );
}

function CaseRow({ item, isOpen, onOpen }: { item: CaseShort; isOpen: boolean; onOpen: () => void }) {
  const t = useTranslations("moderation");
  const reasons = useTranslations("profile.reasons");
  return (
    <li className="border-b border-border last:border-b-0">
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cn(
          "block w-full px-3.5 py-2.5 text-left hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring",
          isOpen && "bg-accent-soft",
        )}
      >
        <span className="flex items-center gap-2 text-xs text-muted">
          <span className="font-medium">{t(`types.${item.type}`)}</span>
          {item.person && <span className="min-w-0 truncate">@{item.person.username}</span>}
          <TimeAgo at={item.at} className="ml-auto flex-none whitespace-nowrap" />
        </span>
        <span className="mt-0.5 line-clamp-2 text-sm break-words">{item.excerpt || t("noWords")}</span>
        <span className="mt-1 flex flex-wrap gap-1">
          {item.reports > 1 && <Badge tone="warning">{t("reports", { count: item.reports })}</Badge>}
          {item.reasons.map((reason) => (
            <Badge key={reason}>{reasons(reason)}</Badge>
          ))}
        </span>
      </button>
    </li>
  );
}

/** Keyboard hints, for devices with a keyboard. */
function KeyHelp() {
  const t = useTranslations("moderation");
  const keys: [key: string, label: string][] = [
    ["J / K", t("keys.move")],
    ["O", t("keys.open")],
    ...Object.entries(ACTION_KEYS).map(([key, action]): [string, string] => [
      key.toUpperCase(),
      t(`actions.${action}`),
    ]),
  ];
  return (
    <p className="mt-6 hidden flex-wrap gap-x-4 gap-y-2 text-xs text-muted lg:flex touch:hidden">
      {keys.map(([key, label]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd keys={key.split(" / ")} />
          {label}
        </span>
      ))}
    </p>
  );
}

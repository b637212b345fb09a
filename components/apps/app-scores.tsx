"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { App } from "@/lib/apps/contract";
import { appGrantsQuery, setAppGrants } from "@/lib/apps/settings-queries";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { askReport } from "@/lib/moderation/store";
import type { ScoreBoard } from "@/lib/package/manifest-contract";
import { deleteScore, resetScores, scoreKeys, scoresQueryOf } from "@/lib/scores/queries";
import type { ScoreEntry } from "@/lib/scores/contract";
import { textFor } from "@/lib/shared/localized-text";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { SkeletonText } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { Tabs } from "@/components/ui/tabs";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { ScoreRow } from "./score-row";
import { useErrorToast } from "./use-error-toast";

const ConfirmDialog = dynamic(
  () => import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

const TABS = ["today", "all", "following"] as const;
type Tab = (typeof TABS)[number];

/** The score boards of an app, one at a time. */
export function AppScores({ app, boards }: { app: App; boards: readonly ScoreBoard[] }) {
  const t = useTranslations("apps.scores");
  const locale = useLocale();
  const [shown, setShown] = useState(boards[0]!.id);
  const [tab, setTab] = useState<Tab>("all");
  const board = boards.find(({ id }) => id === shown) ?? boards[0]!;
  return (
    <div className="card p-4 lg:p-5">
      {boards.length > 1 && (
        <div className="mb-2 overflow-x-auto [scrollbar-width:none]">
          <SegmentedControl
            label={t("boards")}
            segments={boards.map(({ id, title }) => ({ value: id, label: textFor(title, locale) }))}
            value={board.id}
            onValueChange={setShown}
          />
        </div>
      )}
      {boards.length === 1 && <h3 className="mb-1 font-semibold">{textFor(board.title, locale)}</h3>}
      <Tabs
        label={t("period")}
        tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onValueChange={setTab}
      >
        <Board key={`${board.id} ${tab}`} app={app} board={board} tab={tab} />
      </Tabs>
    </div>
  );
}

function Board({ app, board, tab }: { app: App; board: ScoreBoard; tab: Tab }) {
  const t = useTranslations("apps.scores");
  const errors = useErrorTexts();
  const failed = useErrorToast();
  const client = useQueryClient();
  const locale = useLocale();
  const format = useFormatter();
  const formatDate = useDateFormat();
  const of = tab === "following" ? "following" : "everyone";
  const period = tab === "today" ? "today" : "all";
  const query = useInfiniteQuery(scoresQueryOf(app.id, { board: board.id, period, of }));
  const [asked, setAsked] = useState<ScoreEntry | "reset" | null>(null);
  const [isPending, setPending] = useState(false);
  const hasAsked = useEverTrue(asked !== null);
  if (query.isPending) return <SkeletonText lines={4} className="py-4" />;
  if (query.isError) return <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />;
  const { mine, verified } = query.data.pages[0]!;
  // Scores of others may come in between two pages.
  const entries = [
    ...new Map(query.data.pages.flatMap(({ items }) => items).map((entry) => [entry.id, entry])).values(),
  ];
  const unit = board.unit === undefined ? "" : textFor(board.unit, locale);
  const valueOf = ({ value }: ScoreEntry) => {
    const number = format.number(value, { maximumFractionDigits: 6 });
    return unit ? t("value", { value: number, unit }) : number;
  };
  const mayRemove = (entry: ScoreEntry) => app.viewer.owner || entry.isMine;
  const confirm = async () => {
    if (!asked) return;
    setPending(true);
    try {
      await (asked === "reset" ? resetScores(app.id, board.id) : deleteScore(app.id, asked.id));
      await client.invalidateQueries({ queryKey: scoreKeys.of(app.id) });
    } catch (error) {
      failed(error);
    }
    setPending(false);
    setAsked(null);
  };
  const report = ({ id }: ScoreEntry, name: string) =>
    askReport({ type: "score", appId: app.id, id, name: t("scoreOf", { name }) });
  const row = (entry: ScoreEntry) => (
    <ScoreRow
      key={entry.id}
      entry={entry}
      value={valueOf(entry)}
      verified={verified}
      onRemove={mayRemove(entry) ? () => setAsked(entry) : null}
      onReport={entry.isMine ? null : (name) => report(entry, name)}
    />
  );
  return (
    <>
      {entries.length === 0 ? (
        <p className="px-2 py-8 text-center text-sm text-balance text-muted">{t(`empty.${tab}`)}</p>
      ) : (
        <ol className="mt-2 flex flex-col">{entries.map(row)}</ol>
      )}
      <LoadMore query={query} />
      {mine && !entries.some(({ id }) => id === mine.id) && (
        <ol aria-label={t("mine")} className="mt-1 border-t border-border pt-1">
          {row(mine)}
        </ol>
      )}
      <div className="mt-3 flex flex-col gap-3 border-t border-border pt-3">
        {verified && (
          <p className="flex items-center gap-1.5 text-xs text-muted">
            <BadgeCheck aria-hidden className="size-4 shrink-0 text-success" />
            {t("verified")}
          </p>
        )}
        {tab === "today" && (
          <p className="text-xs text-muted">{t("todayHint", { time: dayStart(formatDate) })}</p>
        )}
        {mine && <NameSwitch appId={app.id} />}
        {app.viewer.owner && entries.length > 0 && (
          <Button size="sm" variant="ghost" className="-ml-2.5 self-start" onClick={() => setAsked("reset")}>
            {t("reset")}
          </Button>
        )}
      </div>
      {hasAsked && (
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={(open) => !open && setAsked(null)}
          title={t(asked === "reset" ? "resetTitle" : "removeTitle")}
          description={t(asked === "reset" ? "resetText" : "removeText")}
          confirmLabel={t(asked === "reset" ? "reset" : "remove")}
          danger
          pending={isPending}
          onConfirm={() => void confirm()}
        />
      )}
    </>
  );
}

/** When the days of boards begin, by the clock of the reader. */
function dayStart(formatDate: ReturnType<typeof useDateFormat>): string {
  const start = new Date();
  start.setUTCHours(0, 0, 0, 0);
  return formatDate(start, { timeStyle: "short" });
}

function NameSwitch({ appId }: { appId: string }) {
  const t = useTranslations("apps.scores");
  const failed = useErrorToast();
  const client = useQueryClient();
  const { data: grants } = useQuery(appGrantsQuery(appId));
  if (!grants) return null;
  const show = async (profile: boolean) => {
    try {
      await setAppGrants(client, appId, { userId: grants.userId, profile });
      await client.invalidateQueries({ queryKey: scoreKeys.of(appId) });
    } catch (error) {
      failed(error);
    }
  };
  return (
    <Switch label={t("showName")} hint={t("showNameHint")} checked={grants.profile} onCheckedChange={show} />
  );
}

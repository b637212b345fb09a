"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LoadFailed } from "@/components/ui/load-failed";
import { Spinner } from "@/components/ui/spinner";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { ActBody, Case, CaseRef } from "@/lib/moderation/queue-contract";
import { actOn, caseQuery, undoDecision } from "@/lib/moderation/queue-queries";
import type { CaseAction } from "@/lib/moderation/rules";
import { nameOf } from "@/lib/people/rules";
import { ActDialog } from "./act-dialog";
import { CaseDecisions } from "./case-decisions";
import { ACTION_KEYS, useKeys } from "./use-keys";

interface CaseViewProps {
  caseRef: CaseRef;
  onBack: () => void;
  /** Called after an action. */
  onDone: () => void;
}

/** A case: the reported content, its context, and the available actions. */
export function CaseView({ caseRef, onBack, onDone }: CaseViewProps) {
  const t = useTranslations("moderation");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(caseQuery(caseRef));
  const [isPending, setPending] = useState(false);
  /** The action whose dialog is open. */
  const [action, setAction] = useState<CaseAction | null>(null);
  const run = async (body: ActBody) => {
    setPending(true);
    try {
      const { decisionId } = await actOn(client, caseRef, body);
      const undo = () =>
        decisionId &&
        undoDecision(client, decisionId).then(
          () => toast(t("undone"), { tone: "success" }),
          (failure: unknown) => toast(errors.text(failure), { tone: "danger" }),
        );
      toast(t(`did.${body.action}`), {
        tone: "success",
        ...(decisionId && { action: { label: t("undo"), onClick: () => void undo() } }),
      });
      setAction(null);
      onDone();
    } catch (failure) {
      toast(errors.text(failure), { tone: "danger" });
    }
    setPending(false);
  };
  const ask = (asked: CaseAction) => {
    if (!data?.actions.includes(asked) || isPending) return;
    if (asked === "dismiss") void run({ action: "dismiss" });
    else setAction(asked);
  };
  useKeys(Object.fromEntries(Object.entries(ACTION_KEYS).map(([key, each]) => [key, () => ask(each)])));
  if (error) return <LoadFailed text={errors.text(error)} onRetry={refetch} />;
  if (!data) return <Spinner className="mx-auto mt-16 text-muted" />;
  return (
    <article
      aria-label={t(`types.${data.type}`)}
      className="rounded-lg bg-surface border border-border p-4 sm:p-5"
    >
      <Button
        variant="ghost"
        size="sm"
        icon={<ArrowLeft aria-hidden />}
        className="-ml-2 lg:hidden"
        onClick={onBack}
      >
        {t("back")}
      </Button>
      <Content data={data} />
      {data.person && <Person person={data.person} />}
      {data.actions.length > 0 ? (
        <div role="group" aria-label={t("act")} className="mt-4 flex flex-wrap gap-2">
          {data.actions.map((each) => (
            <Button
              key={each}
              size="sm"
              variant={each === "dismiss" ? "primary" : "outline"}
              className={each === "delete" ? "text-danger" : undefined}
              loading={isPending && each === "dismiss"}
              onClick={() => ask(each)}
            >
              {t(`actions.${each}`)}
            </Button>
          ))}
        </div>
      ) : (
        <p className="mt-4 text-sm text-muted">{t("notYours")}</p>
      )}
      <Reports reports={data.reports} />
      <CaseDecisions decisions={data.decisions} />
      <History history={data.history} />
      {action && (
        <ActDialog
          key={action}
          action={action}
          reason={data.reports[0]?.reason}
          isApp={data.type === "app"}
          isPending={isPending}
          onClose={() => setAction(null)}
          onAct={(body) => void run(body)}
        />
      )}
    </article>
  );
}

function Content({ data }: { data: Case }) {
  const t = useTranslations("moderation");
  const { content, exists, type } = data;
  return (
    <section aria-label={t("content")}>
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <Badge>{t(`types.${type}`)}</Badge>
        {!exists && <Badge tone="danger">{t("gone")}</Badge>}
        {content.createdAt && <TimeAgo at={content.createdAt} />}
        {content.href && (
          <Link
            href={content.href}
            target="_blank"
            data-case-link
            className="ml-auto inline-flex min-h-8 items-center gap-1 text-accent hover:underline touch:min-h-11"
          >
            {t("openSubject")}
            <ExternalLink aria-hidden className="size-3.5" />
          </Link>
        )}
      </p>
      {content.title && <h2 className="mt-2 text-lg break-words">{content.title}</h2>}
      <p className="mt-1 max-h-80 overflow-y-auto break-words whitespace-pre-wrap">
        {content.text || t("noWords")}
      </p>
      {content.extra && (
        <p className="mt-2 rounded-md bg-hover px-3 py-2 text-sm break-words">
          <span className="text-muted">{t("extra")}</span> {content.extra}
        </p>
      )}
      {content.pictures.length > 0 && (
        <ul className="mt-3 grid grid-cols-2 gap-2">
          {content.pictures.map(({ url, alt }) => (
            <li key={url}>
              <img
                src={url}
                alt={alt}
                loading="lazy"
                className="max-h-64 w-full rounded-md bg-hover object-contain"
              />
            </li>
          ))}
        </ul>
      )}
      {content.recordings?.map(({ url, type, alt }) =>
        type.startsWith("video/") ? (
          <video
            key={url}
            src={url}
            aria-label={alt || undefined}
            controls
            preload="none"
            className="mt-3 max-h-80 w-full rounded-md bg-hover"
          />
        ) : (
          <audio
            key={url}
            src={url}
            aria-label={alt || undefined}
            controls
            preload="none"
            className="mt-3 w-full"
          />
        ),
      )}
    </section>
  );
}

function Person({ person }: { person: NonNullable<Case["person"]> }) {
  const t = useTranslations("moderation");
  const formatDate = useDateFormat();
  const day = (time: string) => formatDate(time, { dateStyle: "medium" });
  return (
    <section aria-label={t("person")} className="mt-4 flex items-center gap-3 border-t border-border pt-4">
      <Avatar id={person.id} name={nameOf(person)} src={person.avatarUrl} size="md" />
      <div className="min-w-0 flex-1 text-sm">
        <Link href={`/profile/${person.id}`} target="_blank" className="font-semibold hover:underline">
          {nameOf(person)}
        </Link>{" "}
        <span className="text-muted">@{person.username}</span>
        <p className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
          {t("facts", { since: day(person.createdAt), reports: person.reports, decisions: person.decisions })}
          {person.role !== "member" && <Badge tone="accent">{t(`roles.${person.role}`)}</Badge>}
          {person.limitedUntil && (
            <Badge tone="warning">{t("limitedUntil", { until: day(person.limitedUntil) })}</Badge>
          )}
          {person.suspendedUntil && <Badge tone="danger">{t("suspended")}</Badge>}
        </p>
      </div>
    </section>
  );
}

function Reports({ reports }: { reports: Case["reports"] }) {
  const t = useTranslations("moderation");
  const reasons = useTranslations("profile.reasons");
  if (reports.length === 0) return null;
  return (
    <section className="mt-5">
      <h2 className="text-sm font-semibold">{t("reports", { count: reports.length })}</h2>
      <ul className="mt-2 flex flex-col gap-2">
        {reports.map((report) => (
          <li key={report.id} className="rounded-md bg-hover px-3 py-2 text-sm">
            <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
              <span className="font-medium text-text">{reasons(report.reason)}</span>
              {report.reporter ? `@${report.reporter.username}` : t("nobodyNow")}
              <TimeAgo at={report.createdAt} />
              {report.resolved && <Badge tone="success">{t("closed")}</Badge>}
            </p>
            {report.said && (
              <p dir="auto" className="mt-1 border-s-2 border-border ps-2 break-words text-muted">
                {report.said}
              </p>
            )}
            {report.note && <p className="mt-1 break-words whitespace-pre-wrap">{report.note}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ history }: { history: Case["history"] }) {
  const t = useTranslations("moderation");
  if (history.length === 0) return null;
  return (
    <details className="mt-5 text-sm">
      <summary className="min-h-8 cursor-pointer font-semibold">
        {t("history", { count: history.length })}
      </summary>
      <ol className="mt-1 flex flex-col gap-1.5">
        {history.map((entry) => (
          <li key={entry.id} className="text-muted">
            <span className="text-text">{entry.actor}</span> · {entry.action} · <TimeAgo at={entry.at} />
            {entry.note && <span className="block break-words">{entry.note}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

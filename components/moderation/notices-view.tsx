"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { LoadFailed } from "@/components/ui/load-failed";
import { LoadMore } from "@/components/ui/load-more";
import { Textarea } from "@/components/ui/textarea";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Notice } from "@/lib/moderation/notice-contract";
import { appealAgainst, noticesListQuery } from "@/lib/moderation/queue-queries";
import { APPEAL_MAX_CHARS } from "@/lib/moderation/rules";

/** Moderators' decisions about the viewer, each with an appeal form. */
export function NoticesView() {
  const t = useTranslations("moderation.notices");
  const errors = useErrorTexts();
  const query = useInfiniteQuery(noticesListQuery());
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="timeline-page">
      <div className="timeline-column overflow-clip">
        <div className="border-b border-border px-4 py-3">
          <h1 className="text-lg">{t("title")}</h1>
          <p className="text-sm text-muted">{t("text")}</p>
        </div>
        {items.length > 0 ? (
          <ul aria-label={t("title")}>
            {items.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
          </ul>
        ) : query.isError ? (
          <LoadFailed text={errors.text(query.error)} onRetry={query.refetch} />
        ) : (
          <EmptyState icon={<ShieldCheck />} title={t("emptyTitle")} description={t("emptyText")} />
        )}
        <LoadMore query={query} />
      </div>
    </div>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const t = useTranslations("moderation.notices");
  const types = useTranslations("moderation.types");
  const reasons = useTranslations("profile.reasons");
  const formatDate = useDateFormat();
  const { id, action, type, reason, message, excerpt, until, isUndone, appeal } = notice;
  const [isAppealing, setAppealing] = useState(false);
  return (
    <li id={id} className="scroll-mt-16 border-b border-border px-4 py-4 target:bg-accent-soft">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        {t(`said.${action}`, { type: types(type) })}
        {isUndone && <Badge tone="success">{t("takenBack")}</Badge>}
      </p>
      <p className="text-sm text-muted">
        {reasons(reason)} · <TimeAgo at={notice.createdAt} />
        {until && <> · {t("until", { until: formatDate(until, { dateStyle: "medium" }) })}</>}
      </p>
      {message && <p className="mt-2 break-words whitespace-pre-wrap">{message}</p>}
      {excerpt && type !== "user" && (
        <blockquote className="mt-2 border-l-2 border-border-strong pl-3 text-sm break-words text-muted">
          {excerpt}
        </blockquote>
      )}
      {appeal ? (
        <div className="mt-3 text-sm">
          <p className="font-medium">{t("yourAppeal")}</p>
          <p className="break-words whitespace-pre-wrap text-muted">{appeal.text}</p>
          <p className="mt-2 font-medium">{appeal.answer ? t("answer") : t("waiting")}</p>
          {appeal.answer && <p className="break-words whitespace-pre-wrap text-muted">{appeal.answer}</p>}
        </div>
      ) : (
        !isUndone &&
        (isAppealing ? (
          <AppealForm id={id} onClose={() => setAppealing(false)} />
        ) : (
          <Button size="sm" variant="outline" className="mt-3" onClick={() => setAppealing(true)}>
            {t("appeal")}
          </Button>
        ))
      )}
    </li>
  );
}

function AppealForm({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("moderation.notices");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [isPending, setPending] = useState(false);
  const send = async () => {
    if (!text.trim()) return;
    setPending(true);
    try {
      await appealAgainst(client, id, text);
      toast(t("sent"), { tone: "success" });
      onClose();
    } catch (error) {
      toast(errors.text(error), { tone: "danger" });
      setPending(false);
    }
  };
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Field label={t("why")} hint={t("once")}>
        <Textarea
          autoFocus
          grow
          value={text}
          maxGraphemes={APPEAL_MAX_CHARS}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" variant="ghost" onClick={onClose}>
          {common("cancel")}
        </Button>
        <Button
          size="sm"
          variant="primary"
          aria-disabled={!text.trim()}
          loading={isPending}
          onClick={() => void send()}
        >
          {t("send")}
        </Button>
      </div>
    </div>
  );
}

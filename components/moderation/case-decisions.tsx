"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Case } from "@/lib/moderation/queue-contract";
import { answerAppeal, undoDecision } from "@/lib/moderation/queue-queries";
import { APPEAL_MAX_CHARS } from "@/lib/moderation/rules";

type Decision = Case["decisions"][number];

/** Past decisions about the subject and its author, with pending appeals. */
export function CaseDecisions({ decisions }: { decisions: Decision[] }) {
  const t = useTranslations("moderation");
  if (decisions.length === 0) return null;
  return (
    <section className="mt-5">
      <h2 className="text-sm font-semibold">{t("decisions")}</h2>
      <ul className="mt-2 flex flex-col gap-2">
        {decisions.map((decision) => (
          <DecisionItem key={decision.id} decision={decision} />
        ))}
      </ul>
    </section>
  );
}

function DecisionItem({ decision }: { decision: Decision }) {
  const t = useTranslations("moderation");
  const reasons = useTranslations("profile.reasons");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [text, setText] = useState("");
  const { appeal, canReview, canUndo, isUndone } = decision;
  const run = async (work: () => Promise<void>, done: string) => {
    setPending(true);
    try {
      await work();
      toast(done, { tone: "success" });
    } catch (error) {
      toast(errors.text(error), { tone: "danger" });
    }
    setPending(false);
  };
  const answer = (undo: boolean) =>
    void run(() => answerAppeal(client, decision.id, { undo, text }), t("answered"));
  const isWaiting = appeal !== null && appeal.answeredAt === null && !isUndone;
  return (
    <li className="rounded-md bg-hover px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <span className="font-medium text-text">{t(`did.${decision.action}`)}</span>
        {reasons(decision.reason)}
        <TimeAgo at={decision.createdAt} />
        {isUndone && <Badge tone="success">{t("isUndone")}</Badge>}
        {canUndo && !isWaiting && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            loading={isPending}
            onClick={() => void run(() => undoDecision(client, decision.id), t("undone"))}
          >
            {t("undo")}
          </Button>
        )}
      </p>
      {decision.message && <p className="mt-1 break-words whitespace-pre-wrap">{decision.message}</p>}
      {appeal && (
        <div className="mt-2 border-l-2 border-accent pl-3">
          <p className="text-xs text-muted">
            {t("appealed")} <TimeAgo at={appeal.at} />
          </p>
          <p className="break-words whitespace-pre-wrap">{appeal.text}</p>
          {appeal.answer && (
            <p className="mt-1 break-words whitespace-pre-wrap text-muted">
              {t("answer")} {appeal.answer}
            </p>
          )}
        </div>
      )}
      {isWaiting && canReview && (
        <div className="mt-3 flex flex-col gap-2">
          <Field label={t("yourAnswer")}>
            <Textarea
              grow
              value={text}
              maxGraphemes={APPEAL_MAX_CHARS}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              aria-disabled={!text.trim()}
              loading={isPending}
              onClick={() => text.trim() && answer(false)}
            >
              {t("keep")}
            </Button>
            {canUndo && (
              <Button
                size="sm"
                variant="primary"
                aria-disabled={!text.trim()}
                loading={isPending}
                onClick={() => text.trim() && answer(true)}
              >
                {t("takeBack")}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { api } from "@/lib/browser/api";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { APPEAL_MAX_CHARS } from "@/lib/moderation/rules";

export type SuspensionDetails = {
  until: string | null;
  message: string;
  appeal: { answer: string | null } | null;
  /** Null if there already was an appeal. */
  appealToken: string | null;
};

/** Why and until when an account is suspended, with an appeal form. */
export function SuspendedNotice({ details }: { details: SuspensionDetails }) {
  const t = useTranslations("auth.suspended");
  const errors = useErrorTexts();
  const formatDate = useDateFormat();
  const { until, message, appeal, appealToken } = details;
  const [text, setText] = useState("");
  const [isAppealing, setAppealing] = useState(false);
  const [isPending, setPending] = useState(false);
  const [isSent, setSent] = useState(appeal !== null && appeal.answer === null);
  const [failure, setFailure] = useState<string | undefined>();
  const send = async () => {
    if (!text.trim()) return;
    setPending(true);
    try {
      await api("/v2/auth/appeal", { method: "POST", body: { token: appealToken, text } });
      setSent(true);
    } catch (error) {
      setFailure(errors.text(error));
    }
    setPending(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="danger" role="alert" title={t("title")}>
        {until ? t("until", { until: formatDate(until, { dateStyle: "long" }) }) : t("forever")}
        {message && <span className="mt-1 block break-words whitespace-pre-wrap">{message}</span>}
        {appeal?.answer && (
          <span className="mt-1 block break-words whitespace-pre-wrap">
            {t("answer", { answer: appeal.answer })}
          </span>
        )}
      </Banner>
      {isSent ? (
        <p role="status" className="text-sm text-muted">
          {t("sent")}
        </p>
      ) : (
        appealToken &&
        (isAppealing ? (
          <>
            <Field label={t("why")} hint={t("once")} error={failure}>
              <Textarea
                autoFocus
                grow
                value={text}
                maxGraphemes={APPEAL_MAX_CHARS}
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
            <Button
              className="w-full"
              aria-disabled={!text.trim()}
              loading={isPending}
              onClick={() => void send()}
            >
              {t("send")}
            </Button>
          </>
        ) : (
          <Button variant="outline" className="w-full" onClick={() => setAppealing(true)}>
            {t("appeal")}
          </Button>
        ))
      )}
    </div>
  );
}

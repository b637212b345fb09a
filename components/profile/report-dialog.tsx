"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { useDiscard } from "@/components/ui/use-discard";
import { useReport } from "@/lib/people/mutations";
import { closeAsked, type ReportTarget } from "@/lib/moderation/store";
import { REPORT_NOTE_MAX_CHARS, REPORT_REASONS, type ReportReason } from "@/lib/moderation/rules";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Reports a post, a comment, a person, an app, a score, the answer to a review or what an app shows. */
export function ReportDialog({ target }: { target: ReportTarget }) {
  const t = useTranslations("profile");
  const common = useTranslations("common");
  const errors = useErrorTexts();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState("");
  const report = useReport();
  const { close, question } = useDiscard(note.trim() !== "", closeAsked);
  const send = () => {
    if (!reason) return;
    report.mutate(
      { target, reason, note },
      {
        onSuccess: () => {
          closeAsked();
          toast(t("reportThanks"), { tone: "success" });
        },
        onError: (error) => void toast(errors.text(error), { tone: "danger" }),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t("reportTitle", { name: target.name })}
      description={t("reportText")}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button variant="danger" loading={report.isPending} aria-disabled={!reason} onClick={send}>
            {t("reportSend")}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col">
        <legend className="mb-2 text-sm font-medium">{t("reportReason")}</legend>
        {REPORT_REASONS.map((value) => (
          <label
            key={value}
            className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11"
          >
            <input
              type="radio"
              name="reason"
              value={value}
              checked={reason === value}
              onChange={() => setReason(value)}
              className="checkbox m-0"
            />
            {t(`reasons.${value}`)}
          </label>
        ))}
      </fieldset>
      <Field label={t("reportNote")} className="mt-4">
        <Textarea
          grow
          value={note}
          maxGraphemes={REPORT_NOTE_MAX_CHARS}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      {question}
    </Dialog>
  );
}

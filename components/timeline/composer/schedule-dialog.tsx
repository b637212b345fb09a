"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { SCHEDULE_MAX_DAYS } from "@/lib/config/limits";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { asFailure, useErrorTexts } from "@/lib/i18n/use-error-text";
import { scheduleDraft } from "@/lib/posts/draft-queries";
import { browserTimeZone } from "@/lib/shared/time-zone";
import type { ComposerDraft } from "./composer-draft";
import { saverOf } from "./draft-saver";

const DAY_MS = 86_400_000;

/** As a field for date and time has it, in the browser's time zone. */
function localTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Tomorrow morning. */
function suggested(): Date {
  const time = new Date(Date.now() + DAY_MS);
  time.setHours(9, 0, 0, 0);
  return time;
}

/** What a draft needs to be posted later, and that is gone. */
function missingPart(error: unknown): "reply" | "quote" | null {
  const { code, fields } = asFailure(error);
  const path = fields?.[0]?.path;
  if (path === "replyTo") return "reply";
  return path === "quote" || code === "private_account" ? "quote" : null;
}

interface ScheduleDialogProps extends Pick<DialogProps, "finalFocus"> {
  draft: ComposerDraft;
  onScheduled?: (() => void) | undefined;
  onClose: () => void;
}

export function ScheduleDialog({ draft, finalFocus, onScheduled, onClose }: ScheduleDialogProps) {
  const t = useTranslations("timeline.drafts");
  const common = useTranslations("common");
  const formatDate = useDateFormat();
  const errors = useErrorTexts();
  const client = useQueryClient();
  const form = useId();
  const [opened] = useState(() => Date.now());
  const [value, setValue] = useState(() => localTime(suggested()));
  const [wrongTime, setWrongTime] = useState("");
  const [problem, setProblem] = useState("");
  const [isSaving, setIsSaving] = useState(false);

  const schedule = async (event: FormEvent) => {
    event.preventDefault();
    setProblem("");
    const at = new Date(value);
    const ahead = at.getTime() - Date.now();
    // Also an invalid time.
    if (!(ahead > 0 && ahead <= SCHEDULE_MAX_DAYS * DAY_MS)) return setWrongTime(t("wrongTime"));
    if (isSaving) return;
    setIsSaving(true);
    try {
      const isKept = await saverOf(draft).save();
      const { saved } = draft.state.getState();
      if (!isKept || !saved) return setProblem(t("notKept"));
      await scheduleDraft(client, saved.id, at);
      draft.clear();
      const time = formatDate(at, { dateStyle: "medium", timeStyle: "short" });
      toast(t("scheduledFor", { time }), { tone: "success" });
      onClose();
      onScheduled?.();
    } catch (error) {
      const missing = missingPart(error);
      setProblem(missing ? t(`cannot.${missing}`) : errors.text(error));
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      finalFocus={finalFocus}
      title={t("later")}
      description={t("laterText")}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={form} variant="primary" loading={isSaving}>
            {t("schedule")}
          </Button>
        </>
      }
    >
      {/* Inside the composer's form in React, not in the page: it must not reach that one. */}
      <form id={form} noValidate onSubmit={(event) => (event.stopPropagation(), void schedule(event))}>
        <Field label={t("time")} hint={t("zone", { zone: browserTimeZone() })} error={wrongTime || undefined}>
          <Input
            type="datetime-local"
            value={value}
            min={localTime(new Date(opened))}
            max={localTime(new Date(opened + SCHEDULE_MAX_DAYS * DAY_MS))}
            onChange={(event) => {
              setValue(event.target.value);
              setWrongTime("");
              setProblem("");
            }}
          />
        </Field>
        <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
          {problem}
        </p>
      </form>
    </Dialog>
  );
}

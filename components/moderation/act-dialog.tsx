"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useDiscard } from "@/components/ui/use-discard";
import type { ActBody } from "@/lib/moderation/queue-contract";
import {
  MESSAGE_MAX_CHARS,
  REPORT_NOTE_MAX_CHARS,
  REPORT_REASONS,
  TIMED,
  type CaseAction,
  type ReportReason,
} from "@/lib/moderation/rules";

const DAYS = ["1", "3", "7", "30", "365"] as const;

interface ActDialogProps {
  action: CaseAction;
  /** The reason given in the newest report. */
  reason: ReportReason | undefined;
  isApp: boolean;
  isPending: boolean;
  onClose: () => void;
  onAct: (body: ActBody) => void;
}

/** Asks for a message to the person before an action is taken. */
export function ActDialog({ action, reason: reported, isApp, isPending, onClose, onAct }: ActDialogProps) {
  const t = useTranslations("moderation");
  const common = useTranslations("common");
  const reasons = useTranslations("profile.reasons");
  const [reason, setReason] = useState<ReportReason>(reported ?? "other");
  const [days, setDays] = useState<string>(action === "limit" ? "7" : "forever");
  const [message, setMessage] = useState("");
  const [note, setNote] = useState("");
  const [blockPackage, setBlockPackage] = useState(false);
  const [blockHosts, setBlockHosts] = useState(false);
  const { close, question } = useDiscard(message.trim() + note.trim() !== "", onClose);
  const takesPackage = isApp && (action === "remove" || action === "remove_version");
  const send = () =>
    onAct({
      action,
      reason,
      message,
      note,
      blockPackage: takesPackage && blockPackage,
      blockHosts: takesPackage && blockHosts,
      ...(TIMED.has(action) && days !== "forever" && { days: Number(days) }),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(`ask.${action}`)}
      description={t(`explain.${action}`)}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {common("cancel")}
          </Button>
          <Button
            variant={action === "warn" || action === "label" ? "primary" : "danger"}
            loading={isPending}
            onClick={send}
          >
            {t(`actions.${action}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t("reason")}>
          <Select
            value={reason}
            options={REPORT_REASONS.map((value) => ({ value, label: reasons(value) }))}
            onValueChange={setReason}
          />
        </Field>
        {TIMED.has(action) && (
          <Field label={t("howLong")}>
            <Select
              value={days}
              options={[
                ...DAYS.map((value) => ({
                  value: value as string,
                  label: t("days", { count: Number(value) }),
                })),
                ...(action === "suspend" ? [{ value: "forever", label: t("forever") }] : []),
              ]}
              onValueChange={setDays}
            />
          </Field>
        )}
        <Field label={t("message")} hint={t("messageHint")}>
          <Textarea
            grow
            value={message}
            maxGraphemes={MESSAGE_MAX_CHARS}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        <Field label={t("note")} hint={t("noteHint")}>
          <Textarea
            grow
            value={note}
            maxGraphemes={REPORT_NOTE_MAX_CHARS}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        {takesPackage && (
          <div>
            <Checkbox
              label={t("blockPackage")}
              hint={t("blockPackageHint")}
              checked={blockPackage}
              onChange={(event) => setBlockPackage(event.target.checked)}
            />
            <Checkbox
              label={t("blockHosts")}
              hint={t("blockHostsHint")}
              checked={blockHosts}
              onChange={(event) => setBlockHosts(event.target.checked)}
            />
          </div>
        )}
      </div>
      {question}
    </Dialog>
  );
}

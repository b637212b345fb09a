"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Textarea } from "./textarea";

interface ReasonDialogProps {
  title: string;
  description: string;
  label: string;
  submitLabel: string;
  maxGraphemes: number;
  isPending: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Asks for a reason that must not be empty. */
export function ReasonDialog({
  title,
  description,
  label,
  submitLabel,
  maxGraphemes,
  isPending,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const common = useTranslations("common");
  const [reason, setReason] = useState("");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button
            variant="primary"
            aria-disabled={!reason.trim()}
            loading={isPending}
            onClick={() => reason.trim() && onSubmit(reason)}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <Field label={label}>
        <Textarea
          autoFocus
          grow
          value={reason}
          maxGraphemes={maxGraphemes}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

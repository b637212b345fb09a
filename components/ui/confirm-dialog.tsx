"use client";

import { useTranslations } from "next-intl";
import { useRef, type ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** What it does cannot be taken back. */
  danger?: boolean;
  /** The action is under way. */
  pending?: boolean;
  onConfirm: () => void;
}

/** Asks before something that is hard to undo. The safe answer has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger,
  pending,
  onConfirm,
}: ConfirmDialogProps) {
  const t = useTranslations("common");
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      alert
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      initialFocus={() => cancel.current}
      footer={
        <>
          <Button ref={cancel} variant="ghost" onClick={() => onOpenChange(false)}>
            {cancelLabel ?? t("cancel")}
          </Button>
          <Button variant={danger ? "danger" : "primary"} loading={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

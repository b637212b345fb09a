"use client";

import { useTranslations } from "next-intl";
import { useRef, type ReactNode } from "react";
import { Button } from "./button";
import { Dialog, type DialogProps } from "./dialog";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  /** The action cannot be undone. */
  danger?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  finalFocus?: DialogProps["finalFocus"];
}

/** Asks before an action that is hard to undo. Cancel has the focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  danger,
  pending,
  onConfirm,
  finalFocus,
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
      {...(finalFocus && { finalFocus })}
      initialFocus={() => cancel.current}
      footer={
        <>
          <Button ref={cancel} variant="ghost" onClick={() => onOpenChange(false)}>
            {t("cancel")}
          </Button>
          <Button variant={danger ? "danger" : "primary"} loading={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { FormEventHandler, ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { useDiscard } from "@/components/ui/use-discard";
import type { Submit } from "@/lib/auth/use-submit";

interface FormDialogProps extends Omit<DialogProps, "open" | "onOpenChange" | "children"> {
  form: Submit;
  /** The label of the submit button. */
  action: string;
  danger?: boolean;
  disabled?: boolean;
  loading?: boolean;
  /** Asks before the dialog is closed. */
  isUnsaved?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is one form: its failure, the fields, and the cancel and submit buttons. */
export function FormDialog({
  form,
  action,
  danger,
  disabled,
  loading = form.pending,
  isUnsaved = false,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const t = useTranslations("common");
  const { close, question } = useDiscard(isUnsaved, onClose);
  return (
    <Dialog {...dialog} open onOpenChange={(open) => !open && close()}>
      <form {...form.props} onSubmit={onSubmit} className="flex flex-col gap-4">
        {form.failure?.text && <Banner tone="danger" role="alert" title={form.failure.text} />}
        {children}
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} loading={loading} disabled={disabled}>
            {action}
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  );
}

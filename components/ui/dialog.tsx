"use client";

import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { useOverlay } from "./overlay-count";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Shows the title to screen readers only. */
  titleHidden?: boolean;
  description?: ReactNode;
  /** Buttons; the primary one last. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** Opens near the top of the window instead of its centre. */
  top?: boolean;
  /** An alertdialog: a click outside does not close it. */
  alert?: boolean;
  /** Hides the close button. */
  closeHidden?: boolean;
  className?: string;
  /** What to focus on open; the first control by default. */
  initialFocus?: () => HTMLElement | null;
  /** What to focus on close if what had the focus before is gone. */
  finalFocus?: () => HTMLElement | null | undefined;
  children?: ReactNode;
}

const WIDTHS = {
  sm: "[--dialog-width:24rem]",
  md: "[--dialog-width:30rem]",
  lg: "[--dialog-width:40rem]",
  xl: "[--dialog-width:56rem]",
} as const;

/** The focused element; for a menu item, whose menu closes, the menu's button. */
function focused(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  const { activeElement } = document;
  const menu = activeElement?.closest("[role=menu]");
  const button = menu && document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`);
  return button ?? (activeElement as HTMLElement | null);
}

/** A controlled modal dialog. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(false);
  const [before, setBefore] = useState<HTMLElement | null>(null);
  if (props.open !== wasOpen) {
    setWasOpen(props.open);
    // Now: a field with autoFocus takes it before the dialog does.
    if (props.open) setBefore(focused());
  }
  useOverlay(props.open);
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-scrim" />
        <Radix.Content
          role={props.alert ? "alertdialog" : "dialog"}
          // Radix always sets aria-describedby, even without a description.
          {...(!props.description && { "aria-describedby": undefined })}
          className={cn("dialog-box", props.top && "dialog-top", WIDTHS[props.size ?? "md"], props.className)}
          onOpenAutoFocus={(event) => {
            const wanted = props.initialFocus?.();
            if (!wanted) return;
            event.preventDefault();
            wanted.focus();
          }}
          // Radix restores the focus to its own trigger, which these dialogs do not have.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const isThere = before?.isConnected && before !== document.body;
            // Closing moves the page no more than opening did, also where one has scrolled away since.
            const target = isThere ? null : props.finalFocus?.();
            if (target) target.focus();
            else (isThere ? before : document.getElementById("content"))?.focus({ preventScroll: true });
          }}
          onInteractOutside={(event) => props.alert && event.preventDefault()}
        >
          <DialogBody {...props} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function DialogBody({
  title,
  titleHidden,
  description,
  footer,
  closeHidden,
  alert,
  onOpenChange,
  children,
}: DialogProps) {
  const t = useTranslations("common");
  const crossHidden = closeHidden ?? alert;
  return (
    <>
      <div
        className={cn(
          "px-5 pt-5",
          !crossHidden && "pr-14",
          titleHidden && !description && crossHidden && "sr-only",
        )}
      >
        <Radix.Title className={cn("text-lg", titleHidden && "sr-only")}>{title}</Radix.Title>
        {description && (
          <Radix.Description className="mt-1 text-sm text-pretty text-muted">{description}</Radix.Description>
        )}
      </div>
      {children !== undefined && <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>}
      {footer && (
        <div
          className={cn(
            "flex flex-wrap justify-end gap-2 px-5 pb-5",
            children === undefined ? "pt-5" : "pt-1",
          )}
        >
          {footer}
        </div>
      )}
      {/* Last in the DOM, so that a dialog does not open with the focus on its close button. */}
      {!crossHidden && (
        <IconButton
          label={t("close")}
          size="sm"
          className="absolute! top-3.5 right-3.5"
          onClick={() => onOpenChange(false)}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </>
  );
}

"use client";

import * as ToastPrimitive from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_PX } from "@/lib/config/limits";
import { Button } from "./button";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { dismissToast, showToastAfterLoad, useToasts, type ToastRecord } from "./toast";

const TONES = {
  neutral: null,
  success: { Icon: CircleCheck, className: "text-success" },
  warning: { Icon: TriangleAlert, className: "text-warning" },
  danger: { Icon: CircleAlert, className: "text-danger" },
  info: { Icon: Info, className: "text-info" },
} as const;

const HOTKEY = [TOAST_HOTKEY];

/** Shows the toasts of `toast()`. Radix pauses them on hover and focus. */
export function Toaster() {
  const t = useTranslations("shell.toasts");
  const toasts = useToasts((state) => state.toasts);
  const viewport = useRef<HTMLOListElement>(null);
  const previousFocus = useRef<HTMLElement | null>(null);
  useEffect(showToastAfterLoad, []);

  const close = (id: string) => {
    const hadFocus = viewport.current?.contains(document.activeElement);
    dismissToast(id);
    // Radix would leave the focus on the empty list.
    if (hadFocus && previousFocus.current?.isConnected) previousFocus.current.focus();
  };

  return (
    <ToastPrimitive.Provider
      label={t("region")}
      duration={TOAST_DURATION_MS}
      // Radix dismisses above the threshold, the specification from the threshold on.
      swipeThreshold={TOAST_SWIPE_PX - 1}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.version} toast={toast} onClose={() => close(toast.id)} />
      ))}
      <ToastPrimitive.Viewport
        ref={viewport}
        hotkey={HOTKEY}
        label={`${t("region")} ({hotkey})`}
        className="toaster z-toast"
        aria-live="polite"
        onFocus={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
            previousFocus.current = relatedTarget;
        }}
      />
    </ToastPrimitive.Provider>
  );
}

function ToastCard({ toast, onClose }: { toast: ToastRecord; onClose: () => void }) {
  const t = useTranslations("shell.toasts");
  const tone = TONES[toast.tone ?? "neutral"];
  const { action } = toast;
  return (
    <ToastPrimitive.Root
      open={toast.open}
      onOpenChange={(open) => !open && onClose()}
      duration={toast.duration}
      type={toast.tone === "danger" ? "foreground" : "background"}
      className="floating toast flex w-full items-start gap-3 py-3 pr-2 pl-4"
    >
      {tone && <tone.Icon aria-hidden className={cn("mt-1.5 size-4.5 flex-none", tone.className)} />}
      {/* The list is a live region: Radix's hidden copy would have each text twice in the document. */}
      <div className="min-w-0 flex-1 py-1" data-radix-toast-announce-exclude="">
        <ToastPrimitive.Title className="text-sm font-medium">{toast.title}</ToastPrimitive.Title>
        {toast.description && (
          <ToastPrimitive.Description className="text-sm text-muted">
            {toast.description}
          </ToastPrimitive.Description>
        )}
      </div>
      {action && (
        <div className="contents" data-radix-toast-announce-exclude="">
          <ToastPrimitive.Action asChild altText={action.label}>
            <Button size="sm" className="mt-0.5" onClick={action.onClick}>
              {action.label}
            </Button>
          </ToastPrimitive.Action>
        </div>
      )}
      <ToastPrimitive.Close asChild>
        <IconButton size="sm" label={t("close")} className="mt-0.5">
          <X aria-hidden />
        </IconButton>
      </ToastPrimitive.Close>
    </ToastPrimitive.Root>
  );
}

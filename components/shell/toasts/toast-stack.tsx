"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Toaster, toast as sonner } from "sonner";
import { receiveToasts, type ToastContent } from "@/components/ui/toast";
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from "@/lib/config/limits";
import { ToastCard } from "./toast-card";
import { reduceToasts, type ToastRecord } from "./toast-state";

/**
 * Sonner shows, stacks and announces; when a toast closes is decided here and in the card, because the specification's
 * pause on focus and its 50 px swipe are not Sonner's.
 */
export function ToastStack() {
  const t = useTranslations("shell.toasts");
  const toasts = useRef<ToastRecord<ToastContent>[]>([]);

  useEffect(() => {
    const removals = new Map<string, ReturnType<typeof setTimeout>>();

    const apply = (action: Parameters<typeof reduceToasts<ToastContent>>[1]) => {
      const before = new Map(toasts.current.map((toast) => [toast.id, toast]));
      toasts.current = reduceToasts(toasts.current, action, TOAST_LIMIT);
      for (const toast of toasts.current) {
        const old = before.get(toast.id);
        if (toast.open && toast !== old) {
          clearTimeout(removals.get(toast.id));
          removals.delete(toast.id);
          draw(toast);
        }
        if (!toast.open && old?.open) {
          sonner.dismiss(toast.id);
          const remove = () => {
            removals.delete(toast.id);
            apply({ type: "remove", id: toast.id });
          };
          removals.set(toast.id, setTimeout(remove, TOAST_REMOVE_DELAY_MS));
        }
      }
    };

    const draw = ({ id, content }: ToastRecord<ToastContent>) =>
      sonner.custom(
        () => (
          <ToastCard
            content={content}
            duration={content.duration ?? TOAST_DURATION_MS}
            onClose={() => apply({ type: "dismiss", id })}
          />
        ),
        { id, duration: Infinity, dismissible: false, unstyled: true },
      );

    const stop = receiveToasts(apply);
    return () => {
      stop();
      for (const timer of removals.values()) clearTimeout(timer);
    };
  }, []);

  return (
    <Toaster
      containerAriaLabel={t("region")}
      hotkey={[TOAST_HOTKEY]}
      visibleToasts={TOAST_LIMIT}
      position="bottom-center"
      offset={{ bottom: "calc(var(--dock-inset-bottom, 0px) + 20px)" }}
      mobileOffset={{ bottom: "calc(var(--dock-inset-bottom, 0px) + 12px)", left: "12px", right: "12px" }}
      className="toaster"
    />
  );
}

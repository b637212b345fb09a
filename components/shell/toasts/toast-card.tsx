"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { ToastContent } from "@/components/ui/toast";
import { TOAST_SWIPE_PX } from "@/lib/config/limits";

const TONES = {
  neutral: null,
  success: { Icon: CircleCheck, look: "text-success" },
  warning: { Icon: TriangleAlert, look: "text-warning" },
  danger: { Icon: CircleAlert, look: "text-danger" },
  info: { Icon: Info, look: "text-info" },
} as const;

export interface ToastCardProps {
  content: ToastContent;
  /** Milliseconds until it closes by itself; the pointer over it or the focus in it stops the clock. */
  duration: number;
  onClose: () => void;
}

export function ToastCard({ content, duration, onClose }: ToastCardProps) {
  const t = useTranslations("shell.toasts");
  const [held, setHeld] = useState({ pointer: false, focus: false, hidden: false });
  const left = useRef(duration);
  const swipe = useSwipe(onClose);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    left.current = duration;
  }, [content, duration]);

  useEffect(() => {
    const onVisibility = () => setHeld((old) => ({ ...old, hidden: document.hidden }));
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, []);

  // The notice that Sonner draws around the card takes the focus too, so it is what is listened to.
  useEffect(() => {
    const notice = swipe.ref.current?.closest<HTMLElement>("[data-sonner-toast]");
    if (!notice) return;
    const onFocusIn = () => setHeld((old) => ({ ...old, focus: true }));
    const onFocusOut = (event: FocusEvent) => {
      if (!notice.contains(event.relatedTarget as Node | null)) setHeld((old) => ({ ...old, focus: false }));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") leave(close.current);
    };
    notice.addEventListener("focusin", onFocusIn);
    notice.addEventListener("focusout", onFocusOut);
    notice.addEventListener("keydown", onKeyDown);
    return () => {
      notice.removeEventListener("focusin", onFocusIn);
      notice.removeEventListener("focusout", onFocusOut);
      notice.removeEventListener("keydown", onKeyDown);
    };
  }, [swipe.ref]);

  const paused = held.pointer || held.focus || held.hidden;
  useEffect(() => {
    if (paused || duration === Infinity) return;
    const since = performance.now();
    const timer = setTimeout(() => close.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - since));
    };
  }, [paused, duration, content]);

  const tone = TONES[content.tone ?? "neutral"];
  const urgent = content.tone === "danger";
  return (
    <div
      {...swipe.handlers}
      ref={swipe.ref}
      role={urgent ? "alert" : undefined}
      className="floating flex w-full touch-none items-start gap-3 py-3 pr-2 pl-4"
      onPointerEnter={(event) =>
        event.pointerType === "mouse" && setHeld((old) => ({ ...old, pointer: true }))
      }
      onPointerLeave={() => setHeld((old) => ({ ...old, pointer: false }))}
    >
      {tone && <tone.Icon aria-hidden className={cn("mt-1.5 size-4.5 flex-none", tone.look)} />}
      <div className="min-w-0 flex-1 py-1">
        <p className="text-sm font-medium">{content.title}</p>
        {content.description && <div className="text-sm text-muted">{content.description}</div>}
      </div>
      {content.action && (
        <Button
          size="sm"
          className="mt-0.5"
          onClick={() => {
            content.action?.onClick();
            leave(onClose);
          }}
        >
          {content.action.label}
        </Button>
      )}
      <IconButton size="sm" label={t("close")} side="top" className="mt-0.5" onClick={() => leave(onClose)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

/** Closes the notice that the focus is in. Sonner gives the focus back to where it was, but only where it leaves alive. */
function leave(close: () => void): void {
  const at = document.activeElement;
  if (at instanceof HTMLElement && at.closest("[data-sonner-toaster]")) at.blur();
  close();
}

/** Follows a finger to either side or down; from 50 px on, letting go closes. */
function useSwipe(onClose: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const start = useRef<{ x: number; y: number; id: number } | null>(null);

  const shift = (x: number, y: number) => {
    if (!ref.current) return;
    ref.current.style.translate = x || y ? `${x}px ${y}px` : "";
    ref.current.style.opacity = x || y ? String(Math.max(0.3, 1 - Math.hypot(x, y) / 240)) : "";
  };
  const moved = (event: PointerEvent) => {
    const from = start.current;
    if (!from || from.id !== event.pointerId) return null;
    return { x: event.clientX - from.x, y: Math.max(0, event.clientY - from.y) };
  };

  return {
    ref,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        if (event.button !== 0 || (event.target as Element).closest("button")) return;
        start.current = { x: event.clientX, y: event.clientY, id: event.pointerId };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        const by = moved(event);
        if (by) shift(by.x, by.y);
      },
      onPointerUp: (event: PointerEvent) => {
        const by = moved(event);
        start.current = null;
        if (by && Math.max(Math.abs(by.x), by.y) >= TOAST_SWIPE_PX) onClose();
        else shift(0, 0);
      },
      onPointerCancel: () => {
        start.current = null;
        shift(0, 0);
      },
    },
  };
}

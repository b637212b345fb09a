"use client";

import { useEffect, useState } from "react";
import { HoverWindow } from "./hover-window";
import type { Side } from "./place";
import { TIP_ATTRIBUTE } from "./tip";

const REST_MS = 450;
const GRACE_MS = 160;
const TIP_ID = "tip";

interface Shown {
  anchor: HTMLElement;
  label: string;
  side: Side;
}

/**
 * Shows the names of controls that are only an icon, while the pointer rests on one or the keyboard is there: one for
 * the whole page, so that the controls themselves are plain elements. The pointer may move onto the name, any key or
 * press closes it. Fingers do not open it. Screen readers have the name already.
 */
export function Tips() {
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    let over: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (ms: number, next: Shown | null) => {
      clearTimeout(timer);
      timer = setTimeout(setShown, ms, next);
    };
    const close = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const onOver = ({ target, pointerType }: PointerEvent) => {
      const at =
        target instanceof Element ? target.closest<HTMLElement>(`[${TIP_ATTRIBUTE}], #${TIP_ID}`) : null;
      if (at === over) return;
      over = at;
      if (at?.id === TIP_ID) clearTimeout(timer);
      else if (at && pointerType === "mouse") later(REST_MS, describe(at));
      else later(GRACE_MS, null);
    };
    const onLeave = () => {
      over = null;
      later(GRACE_MS, null);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(`[${TIP_ATTRIBUTE}]:focus-visible`)) return;
      later(0, describe(target));
    };
    const page = document.documentElement;
    addEventListener("pointerover", onOver, { passive: true });
    page.addEventListener("pointerleave", onLeave);
    addEventListener("pointerdown", close, { capture: true, passive: true });
    addEventListener("keydown", close, { capture: true });
    addEventListener("focusin", onFocus);
    addEventListener("focusout", close);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerover", onOver);
      page.removeEventListener("pointerleave", onLeave);
      removeEventListener("pointerdown", close, { capture: true });
      removeEventListener("keydown", close, { capture: true });
      removeEventListener("focusin", onFocus);
      removeEventListener("focusout", close);
    };
  }, []);
  useEffect(() => {
    if (!shown) return;
    // A control that is taken off the page says nothing of it.
    const observer = new MutationObserver(() => !shown.anchor.isConnected && setShown(null));
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [shown]);

  if (!shown?.anchor.isConnected) return null;
  return (
    <HoverWindow
      id={TIP_ID}
      hidden
      gap={6}
      anchor={shown.anchor}
      side={shown.side}
      className="tip z-toast"
      onClose={() => setShown(null)}
    >
      {shown.label}
    </HoverWindow>
  );
}

function describe(anchor: HTMLElement): Shown | null {
  const label = anchor.getAttribute("aria-label");
  return label ? { anchor, label, side: anchor.getAttribute(TIP_ATTRIBUTE) as Side } : null;
}

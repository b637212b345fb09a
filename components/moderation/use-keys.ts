import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { preferencesQuery } from "@/lib/account/queries";
import type { CaseAction } from "@/lib/moderation/rules";

/** Keyboard shortcuts of the actions. */
export const ACTION_KEYS = {
  d: "dismiss",
  w: "warn",
  c: "label",
  h: "hide",
  r: "remove",
  l: "limit",
  s: "suspend",
} as const satisfies Record<string, CaseAction>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Single-key shortcuts, inactive while typing, while a dialog or menu is open, and where the person turned such keys off. */
export function useKeys(handlers: Record<string, () => void>): void {
  const isOn = useQuery(preferencesQuery()).data?.singleKeys ?? false;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event.target)) return;
    if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
    const handle = handlers[event.key.toLowerCase()];
    if (!handle) return;
    event.preventDefault();
    handle();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    if (isOn) document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, [isOn]);
}

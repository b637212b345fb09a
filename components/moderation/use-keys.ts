import { useEffect, useEffectEvent } from "react";
import type { CaseAction } from "@/lib/moderation/rules";

/** The key of each action. */
export const ACTION_KEYS = {
  d: "dismiss",
  w: "warn",
  h: "hide",
  r: "remove",
  l: "limit",
  s: "suspend",
} as const satisfies Record<string, CaseAction>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Single keys, while nobody types and no dialog or menu is open. */
export function useKeys(handlers: Record<string, () => void>): void {
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
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

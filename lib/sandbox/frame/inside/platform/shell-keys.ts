/**
 * Key presses for the shell: its shortcuts, and Escape, which leaves the app when it is held. The app sees no shortcut; it sees
 * Escape, but cannot keep it from us.
 */
import { isCombination, type KeyCombination } from "@/lib/sandbox/protocol/shell-keys";

export type ShellKey = { shortcut: number } | { escape: boolean };

/** The shortcuts of the shell, unless the app has been given them. */
export let shortcuts: readonly KeyCombination[] = [];

export function setShortcuts(combinations: readonly KeyCombination[]): void {
  shortcuts = combinations;
}

/** Called again after each `document.open`, before the app adds its listeners. */
export function watchShellKeys(onKey: (key: ShellKey) => void): void {
  let isHeld = false;
  const hold = (held: boolean): void => {
    if (held === isHeld) return;
    isHeld = held;
    onKey({ escape: held });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing) return;
    // Also when it is repeated: the press may have begun in another frame of the app, or have ended fullscreen.
    hold(event.key === "Escape");
    const index = shortcuts.findIndex((combination) => isCombination(event, combination));
    if (index < 0) return;
    event.stopImmediatePropagation();
    // In a zoomed page it is the browser's shortcut, which only the shell knows.
    if (!(event.ctrlKey && event.code === "Digit0")) event.preventDefault();
    if (!event.repeat) onKey({ shortcut: index });
  };
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener("keyup", (event) => event.isTrusted && hold(false), true);
  window.addEventListener("blur", (event) => event.isTrusted && hold(false), true);
}

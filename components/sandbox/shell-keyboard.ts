/** What keys that are pressed in an app do in the shell around it. */
import { APP_SHORTCUTS } from "@/lib/shell/app-shortcuts";

/** Empty where there is no shell, such as on a shared app's page. */
export function passedShortcuts(): typeof APP_SHORTCUTS {
  return document.documentElement.dataset.shell === undefined ? [] : APP_SHORTCUTS;
}

export function pressInShell(combination: KeyboardEventInit): void {
  document.dispatchEvent(new KeyboardEvent("keydown", { ...combination, bubbles: true, cancelable: true }));
}

const STOPS = "a[href],button:not(:disabled),input:not(:disabled),select,textarea,[tabindex='0']";

/** Focuses the control before the app: the last one of the bar above it. */
export function focusBefore(container: HTMLElement): void {
  const before = [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) =>
      container.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING &&
      stop.checkVisibility({ visibilityProperty: true }) &&
      !stop.closest("[inert]"),
  );
  const target = before.at(-1) ?? document.getElementById("content");
  target?.focus({ focusVisible: true } as FocusOptions);
}

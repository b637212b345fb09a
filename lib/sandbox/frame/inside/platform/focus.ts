/** Keyboard focus: the host gives it to the app, and the app may take it only while the person is using the app. */
import { onHostMessage } from "@/lib/sandbox/frame/inside/channel";
import { define } from "@/lib/sandbox/frame/inside/realm";

/** Browsers block autofocus in cross-origin frames. */
export function focusAutofocus(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>("[autofocus]")?.focus();
}

export function installFocus(): void {
  let covered = false;
  const nativeFocus = window.focus.bind(window);
  onHostMessage("covered", ({ on }) => {
    covered = on;
  });
  onHostMessage("focus", () => {
    nativeFocus();
    focusAutofocus();
  });
  // Games call focus() when they load; under a dialog of the shell that would steal the person's key presses.
  define(window, "focus", () => {
    if (!covered && (document.hasFocus() || navigator.userActivation?.isActive)) nativeFocus();
  });
}

/** The keyboard: the app gets it from the host, and asks for it only when the person is already here. */
import { onHostMessage } from "@/lib/sandbox/frame/inside/channel";
import { define } from "@/lib/sandbox/frame/inside/realm";

export function installFocus(): void {
  let covered = false;
  const nativeFocus = window.focus.bind(window);
  onHostMessage("covered", ({ on }) => {
    covered = on;
  });
  onHostMessage("focus", () => {
    nativeFocus();
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("[autofocus]")?.focus();
  });
  // Games call it when they load; over a dialog of the shell it would look like an attempt to read its keys.
  define(window, "focus", () => {
    if (!covered && (document.hasFocus() || navigator.userActivation?.isActive)) nativeFocus();
  });
}

/** Keyboard focus: the host gives it to the app, and the app may take it only while the person is using the app. */
import { onHostMessage } from "@/lib/sandbox/frame/inside/channel";
import { define, wrapMethod } from "@/lib/sandbox/frame/inside/realm";

/** Browsers block autofocus in cross-origin frames. */
export function focusAutofocus(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>("[autofocus]")?.focus();
}

/** The app gets the focus this soon after it was left only if it has taken it. */
const RETURN_AFTER_MS = 1_000;
let covered = false;
/** The person has left the app with the keyboard. */
let left = false;
let leftAt = -Infinity;

const nativeFocus = window.focus.bind(window);

export function installFocus(): void {
  onHostMessage("covered", ({ on }) => {
    covered = on;
  });
  onHostMessage("left", () => {
    left = true;
    leftAt = performance.now();
  });
  onHostMessage("focus", () => {
    left = false;
    nativeFocus();
    focusAutofocus();
  });
  // Games call focus() when they load; under a dialog of the shell that would steal the person's key presses.
  define(window, "focus", () => {
    if (!covered && !left && (document.hasFocus() || navigator.userActivation?.isActive)) nativeFocus();
  });
  // Many games focus their canvas whenever it loses the focus.
  wrapMethod(HTMLElement.prototype, "focus", (native) => {
    return function focus(this: HTMLElement, options?: FocusOptions) {
      if (!left) native.call(this, options);
    };
  });
}

/** Called again after each `document.open`. */
export function followReturn(): void {
  const comeBack = (event: Event): void => {
    if (event.isTrusted && (event.type !== "focus" || performance.now() - leftAt > RETURN_AFTER_MS))
      left = false;
  };
  for (const type of ["pointerdown", "keydown", "focus"]) window.addEventListener(type, comeBack, true);
  // A frame gets the focus by what a press does by default, which many games prevent; a page in a tab has it anyway.
  const takeFocus = (event: Event): void => {
    if (event.isTrusted && !covered && !document.hasFocus()) nativeFocus();
  };
  for (const type of ["pointerdown", "mousedown"]) window.addEventListener(type, takeFocus, true);
}

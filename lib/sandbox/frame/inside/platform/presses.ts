/**
 * Reports presses to the host by a window message, to which the browser attaches this document's user
 * activation.
 */
let report: (() => void) | null = null;

/** Before any script of the app. */
export function reportPressesTo(host: Window, shell: string): void {
  const post = host.postMessage.bind(host) as (message: unknown, options: object) => void;
  report = () => post({ gum: "press" }, { targetOrigin: shell, includeUserActivation: true });
}

export function reportPress(): void {
  report?.();
}

/** Called again after each `document.open`, before the app adds its listeners. */
export function watchPresses(): void {
  for (const type of ["pointerdown", "pointerup", "keydown", "click"])
    window.addEventListener(type, (event) => event.isTrusted && reportPress(), {
      capture: true,
      passive: true,
    });
}

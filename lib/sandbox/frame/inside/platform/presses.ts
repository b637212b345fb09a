/** Tells the host of presses by a window message, to which the browser attaches this document's user activation. */
let tell: (() => void) | null = null;

/** Before any script of the app. */
export function tellPresses(host: Window, shell: string): void {
  const post = host.postMessage.bind(host) as (message: unknown, options: object) => void;
  tell = () => post({ gum: "press" }, { targetOrigin: shell, includeUserActivation: true });
}

export function tellPress(): void {
  tell?.();
}

/** Called again after each `document.open`, before the app adds its listeners. */
export function watchPresses(): void {
  for (const type of ["pointerdown", "pointerup", "keydown", "click"])
    window.addEventListener(type, (event) => event.isTrusted && tellPress(), {
      capture: true,
      passive: true,
    });
}

import { useEffect, type RefObject } from "react";

/**
 * Sets `data-focused` on the container of a frame while keyboard focus is in the frame: browsers draw no focus ring around
 * frames, and the app may not show its focus.
 */
export function useFocusRing(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const teardown = new AbortController();
    const options = { capture: true, signal: teardown.signal };
    let byKeyboard = false;
    addEventListener("keydown", ({ key }) => (byKeyboard = key === "Tab"), options);
    addEventListener("pointerdown", () => (byKeyboard = false), options);
    // The window loses focus when a frame in it gets it.
    addEventListener(
      "blur",
      ({ target }) => {
        const element = container.current;
        if (target === window && byKeyboard && element?.contains(document.activeElement))
          element.dataset.focused = "";
      },
      options,
    );
    addEventListener(
      "focus",
      ({ target }) => target === window && delete container.current?.dataset.focused,
      options,
    );
    return () => teardown.abort();
  }, [container]);
}

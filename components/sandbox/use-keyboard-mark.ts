import { useEffect, type RefObject } from "react";

/**
 * Marks the place of a frame with `data-focused` while the keyboard went into it: a browser draws no ring around a
 * frame, and the app in it may have nothing that shows the focus.
 */
export function useKeyboardMark(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, signal: leaving.signal };
    let byKeyboard = false;
    addEventListener("keydown", ({ key }) => (byKeyboard = key === "Tab"), options);
    addEventListener("pointerdown", () => (byKeyboard = false), options);
    // The window loses the focus to a frame in it, and has it again when the frame gives it back.
    addEventListener(
      "blur",
      ({ target }) => {
        const element = place.current;
        if (target === window && byKeyboard && element?.contains(document.activeElement))
          element.dataset.focused = "";
      },
      options,
    );
    addEventListener(
      "focus",
      ({ target }) => target === window && delete place.current?.dataset.focused,
      options,
    );
    return () => leaving.abort();
  }, [place]);
}

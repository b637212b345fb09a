import { useCallback, useEffect, useRef } from "react";

/**
 * @returns schedules a save in place of the previous one; null cancels it. A scheduled save runs early when the component
 * unmounts or the page is hidden.
 */
export function useDebouncedSave(ms: number): (save: (() => void) | null) => void {
  const scheduled = useRef<{ save: () => void; timer: ReturnType<typeof setTimeout> } | null>(null);
  const flush = useCallback(() => {
    const due = scheduled.current;
    scheduled.current = null;
    clearTimeout(due?.timer);
    due?.save();
  }, []);
  useEffect(() => {
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);
  return useCallback(
    (save) => {
      clearTimeout(scheduled.current?.timer);
      scheduled.current = save && { save, timer: setTimeout(flush, ms) };
    },
    [flush, ms],
  );
}

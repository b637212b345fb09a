"use client";

import { useEffect, useState } from "react";

/**
 * Asks before a page with unsaved changes is left: by the browser's own question on a reload or another site, and by the
 * returned address when a link inside the product is followed, for which the caller shows a dialog.
 */
export function useLeaveGuard(isUnsaved: boolean): { leavingTo: string | null; stay: () => void } {
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  useEffect(() => {
    if (!isUnsaved) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || link.download) return;
      const { origin, pathname, search, hash } = new URL(link.href);
      if (origin !== location.origin || pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setLeavingTo(pathname + search + hash);
    };
    addEventListener("beforeunload", onBeforeUnload);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isUnsaved]);
  return { leavingTo, stay: () => setLeavingTo(null) };
}

"use client";

import { useLayoutEffect, useState } from "react";
import { hasUnsaved, leaveQuestions, type Destination } from "./leave";

const ask = (to: Destination) => leaveQuestions.at(-1)?.(to);

/** Reloads and other sites: the browser's own dialog. */
function watchUnload(signal: AbortSignal): void {
  addEventListener("beforeunload", (event) => hasUnsaved() && event.preventDefault(), { signal });
}

function watchLinks(signal: AbortSignal): void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || link.download) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || pathname === location.pathname) return;
    event.preventDefault();
    event.stopPropagation();
    ask(pathname + search + hash);
  };
  document.addEventListener("click", onClick, { capture: true, signal });
}

/** Back and Forward. Browsers let a page cancel one only after user activation, so a second Back in a row leaves. */
function watchHistory(signal: AbortSignal): void {
  // Missing in Firefox before 147 and Safari before 26.2.
  const navigation = window.navigation as Navigation | undefined;
  let allowed: string | null = null;
  navigation?.addEventListener(
    "navigate",
    (event) => {
      const { key, url, sameDocument } = event.destination;
      if (event.navigationType !== "traverse" || !event.cancelable || !sameDocument || key === allowed)
        return;
      if (new URL(url).pathname === location.pathname) return;
      event.preventDefault();
      ask(() => {
        allowed = key;
        const { committed, finished } = navigation.traverseTo(key);
        for (const outcome of [committed, finished]) outcome?.catch(() => undefined);
      });
    },
    { signal },
  );
}

let watching: AbortController | null = null;

/** Asks before the page is left, until the returned cleanup is called. */
function guardLeaving(question: (to: Destination) => void): () => void {
  leaveQuestions.push(question);
  if (!watching) {
    watching = new AbortController();
    for (const watch of [watchUnload, watchLinks, watchHistory]) watch(watching.signal);
  }
  return () => {
    leaveQuestions.splice(leaveQuestions.indexOf(question), 1);
    if (leaveQuestions.length > 0) return;
    watching?.abort();
    watching = null;
  };
}

/**
 * Asks before a page with unsaved changes is left: by the browser's own question on a reload or another site, and by the
 * returned destination, for which the caller shows a dialog.
 */
export function useLeaveGuard(isUnsaved: boolean): { leavingTo: Destination | null; stay: () => void } {
  const [leavingTo, setLeavingTo] = useState<Destination | null>(null);
  // A passive effect would be cleaned up after the next page is shown, and still ask there.
  useLayoutEffect(() => {
    if (isUnsaved) return guardLeaving((to) => setLeavingTo(() => to));
  }, [isUnsaved]);
  return { leavingTo, stay: () => setLeavingTo(null) };
}

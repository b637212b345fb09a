// Next's router shows nothing while it waits for a page that was not prefetched, and without a connection it falls back to
// a page load, which would end every running app.

/** Faster navigations show no progress. */
const SHOW_DELAY_MS = 150;
const GIVE_UP_MS = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;

export function endProgress(): void {
  clearTimeout(timer);
  delete document.documentElement.dataset.leaving;
}

/** Shows the progress line of a navigation to `href`. Call it before `router.push`; links are covered by `watchLinks`. */
export function startProgress(href: string): void {
  const { pathname, search } = new URL(href, location.href);
  if (pathname === location.pathname && search === location.search) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.documentElement.dataset.leaving = "";
    timer = setTimeout(endProgress, GIVE_UP_MS);
  }, SHOW_DELAY_MS);
}

/** Links that are disabled, or being dragged in the dock. */
const IGNORED = '[aria-disabled="true"], #dock:not([data-phase="none"]) *';

/** Starts the progress line when a link is clicked. Returns the cleanup. */
export function watchLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    // next/link has prevented the default by now; for a page load the browser shows its own progress.
    if (!event.defaultPrevented || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>("a[href]");
    if (link && !link.matches(IGNORED)) startProgress(link.href);
  };
  addEventListener("click", onClick);
  return () => removeEventListener("click", onClick);
}

/**
 * Cancels page loads within the site while offline, in browsers with the Navigation API. Returns the cleanup.
 * @param onCancel called for each cancelled page load
 */
export function cancelOfflineLoads(onCancel: () => void): () => void {
  if (!("navigation" in window)) return () => undefined;
  const onNavigate = (event: NavigateEvent) => {
    const { destination, navigationType, cancelable, downloadRequest } = event;
    const isNew = navigationType === "push" || navigationType === "replace";
    const isPageLoad = !destination.sameDocument && downloadRequest === null;
    const isSameOrigin = new URL(destination.url).origin === location.origin;
    if (navigator.onLine || !cancelable || !isNew || !isPageLoad || !isSameOrigin) return;
    event.preventDefault();
    endProgress();
    onCancel();
  };
  navigation.addEventListener("navigate", onNavigate);
  return () => navigation.removeEventListener("navigate", onNavigate);
}

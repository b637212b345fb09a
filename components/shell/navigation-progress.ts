// Next's router shows nothing while it waits for a page that was not prefetched, and without a connection it falls back to
// a page load, which would end every running app.

/** Faster navigations show no progress. */
const SHOW_DELAY_MS = 150;
const GIVE_UP_MS = 10_000;
const OFFLINE_GIVE_UP_MS = 1_000;
const PROBE_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let sayOffline: () => void = () => undefined;

export function endProgress(): void {
  clearTimeout(timer);
  timer = undefined;
  delete document.documentElement.dataset.leaving;
}

/** Shows the progress line of a navigation to `href`. Call it before `router.push`; links are covered by `watchLinks`. */
export function startProgress(href: string): void {
  const { pathname, search } = new URL(href, location.href);
  if (pathname === location.pathname && search === location.search) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.documentElement.dataset.leaving = "";
    timer = setTimeout(giveUp, navigator.onLine ? GIVE_UP_MS : OFFLINE_GIVE_UP_MS);
  }, SHOW_DELAY_MS);
}

/** The router falls back to a page load once for each address: a second click on the same link does nothing. */
function giveUp(): void {
  endProgress();
  void hasConnection().then((isConnected) => {
    if (!isConnected) sayOffline();
  });
}

/** Links that are disabled, or being dragged in the dock. */
const IGNORED = '[aria-disabled="true"], #dock:not([data-phase="none"]) *';

/**
 * Starts the progress line when a link is clicked, and keeps the page while there is no connection.
 * @param onOffline called for each navigation that needs a connection
 * @returns the cleanup
 */
export function watchNavigations(onOffline: () => void): () => void {
  sayOffline = onOffline;
  const stops = [watchLinks(), cancelOfflineLoads()];
  return () => stops.forEach((stop) => stop());
}

function watchLinks(): () => void {
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
 * Cancels page loads within the site while offline, in browsers with the Navigation API. The browser may report that it
 * is online when it is not: a page load that the router falls back to, because it could not fetch the page, first waits
 * for a response of the server.
 */
function cancelOfflineLoads(): () => void {
  if (!("navigation" in window)) return () => undefined;
  let allowed: string | null = null;
  const onNavigate = (event: NavigateEvent) => {
    const { destination, navigationType, cancelable, downloadRequest } = event;
    const { url } = destination;
    const isNew = navigationType === "push" || navigationType === "replace";
    const isPageLoad = !destination.sameDocument && downloadRequest === null;
    const isSameOrigin = new URL(url).origin === location.origin;
    if (!cancelable || !isNew || !isPageLoad || !isSameOrigin || url === allowed) return;
    const isOfLink = timer !== undefined;
    if (navigator.onLine && !isOfLink) return;
    event.preventDefault();
    void hasConnection().then((isConnected) => {
      if (isConnected) {
        allowed = url;
        location.assign(url);
      } else {
        endProgress();
        sayOffline();
      }
    });
  };
  navigation.addEventListener("navigate", onNavigate);
  return () => navigation.removeEventListener("navigate", onNavigate);
}

async function hasConnection(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const request = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) } as const;
  return fetch("/api/health", request).then(
    () => true,
    () => false,
  );
}

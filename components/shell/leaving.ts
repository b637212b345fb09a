// Kept beside Next's router, for a person would notice: a page that was not prefetched would give no sign until the server
// answers, and without a connection Next falls back to a page load, which would end every running app.

/** A navigation shorter than this shows no sign. */
const SIGN_MS = 150;
const GIVE_UP_MS = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The navigation has ended, or is given up. */
export function arrive(): void {
  clearTimeout(timer);
  delete document.documentElement.dataset.leaving;
}

/** A navigation begins. Links need not say so, keys and commands do. */
export function leaveFor(href: string): void {
  const { pathname, search } = new URL(href, location.href);
  if (pathname === location.pathname && search === location.search) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.documentElement.dataset.leaving = "";
    timer = setTimeout(arrive, GIVE_UP_MS);
  }, SIGN_MS);
}

/** Links that are disabled, or moved in the dock just now. */
const IDLE = '[aria-disabled="true"], #dock:not([data-phase="none"]) *';

/**
 * Shows a line at the top (shell.css) while a navigation waits for the server.
 * @returns how to stop
 */
export function watchLeaving(): () => void {
  const onClick = (event: MouseEvent) => {
    // The router's links have prevented the default by now; a page load has the browser's own sign.
    if (!event.defaultPrevented || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>("a[href]");
    if (link && !link.matches(IDLE)) leaveFor(link.href);
  };
  addEventListener("click", onClick);
  return () => removeEventListener("click", onClick);
}

/**
 * Prevents page loads without a connection. Does nothing where the browser has no Navigation API.
 * @param onStay called when somebody wanted to leave
 * @returns how to stop
 */
export function stayWhileOffline(onStay: () => void): () => void {
  if (!("navigation" in window)) return () => undefined;
  const onNavigate = (event: NavigateEvent) => {
    const { destination, navigationType, cancelable, downloadRequest } = event;
    const leads = navigationType === "push" || navigationType === "replace";
    const isOurs = new URL(destination.url).origin === location.origin;
    if (
      navigator.onLine ||
      !cancelable ||
      !leads ||
      !isOurs ||
      destination.sameDocument ||
      downloadRequest !== null
    )
      return;
    event.preventDefault();
    arrive();
    onStay();
  };
  navigation.addEventListener("navigate", onNavigate);
  return () => navigation.removeEventListener("navigate", onNavigate);
}

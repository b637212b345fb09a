/** A page that is there within this time needs no sign of its coming. */
const SIGN_MS = 150;
const GIVE_UP_MS = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The page that was gone to is there, or will not come. */
export function arrive(): void {
  clearTimeout(timer);
  delete document.documentElement.dataset.leaving;
}

/** Somebody goes to another page of the product. Links need not say so, keys and commands do. */
export function leaveFor(href: string): void {
  const { pathname, search } = new URL(href, location.href);
  if (pathname === location.pathname && search === location.search) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    document.documentElement.dataset.leaving = "";
    timer = setTimeout(arrive, GIVE_UP_MS);
  }, SIGN_MS);
}

/** What is a link to the eye, and leads nowhere just now. */
const IDLE = '[aria-disabled="true"], #dock:not([data-phase="none"]) *';

/**
 * Shows a line at the top while a page that was asked for has not come (shell.css): one that was not fetched ahead is not
 * there before the server answers.
 * @returns how to stop
 */
export function watchLeaving(): () => void {
  const onClick = (event: MouseEvent) => {
    // The product's own links have taken their click by now; what is left to the browser has a sign of the browser's.
    if (!event.defaultPrevented || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>("a[href]");
    if (link && !link.matches(IDLE)) leaveFor(link.href);
  };
  addEventListener("click", onClick);
  return () => removeEventListener("click", onClick);
}

/**
 * Without a connection the browser would put a page of its own in this one's place, and every running app would end: the
 * page stays instead. Where the browser does not tell of what leads away, nothing is done.
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

/** Windows other than this page's own and its child frames' have nothing to say to an app: another app may be behind one. */
export function refuseForeignMessages(): void {
  window.addEventListener(
    "message",
    (event) => {
      if (event.source && !isWithin(event.source as Window)) event.stopImmediatePropagation();
    },
    true,
  );
}

function isWithin(source: Window): boolean {
  for (let at = source; at !== window; at = at.parent) if (at === at.parent) return false;
  return true;
}

/**
 * For the code that a page loads on demand: a failed import stays cached, only a page load fetches it again. Offline, a reload
 * would lose the page and what runs in it.
 */
export function reloadIfOnline(): void {
  if (navigator.onLine) location.reload();
}

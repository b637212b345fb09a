/**
 * Calls `listener` when the address of the page changes, by a link, by the router or by hand. Without the Navigation API,
 * only when its fragment does by other means than the router.
 * @returns the cleanup
 */
export function onAddressChange(listener: () => void): () => void {
  const { navigation } = window as { navigation?: EventTarget };
  const target = navigation ?? window;
  const type = navigation ? "currententrychange" : "hashchange";
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

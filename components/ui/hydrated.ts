/**
 * Marks the document as interactive: everything that the server rendered is hydrated at once (see
 * LazyBoundary).
 */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = "true";
}

/** False on the server, too. */
export function isHydrated(): boolean {
  return typeof document !== "undefined" && document.documentElement.dataset.hydrated === "true";
}

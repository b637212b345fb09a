/** Says on the document that its controls answer: all that the server rendered is hydrated at once (see LatePart). */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = "true";
}

/** False on the server, too. */
export function isHydrated(): boolean {
  return typeof document !== "undefined" && document.documentElement.dataset.hydrated === "true";
}

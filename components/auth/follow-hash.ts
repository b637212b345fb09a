import { convertLegacyHash, mayHoldLegacyHash } from "@/lib/auth/legacy-hash";

/** True if the hash names an element of this page, as in the skip link. */
function isAnchor(hash: string): boolean {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1))) !== null;
  } catch {
    return false;
  }
}

/** Redirects to the page that a legacy hash names, if it is one. */
export function followHash(hash: string, pathname: string): void {
  if (isAnchor(hash) || !mayHoldLegacyHash(pathname) || window.location.hash !== hash) return;
  const { path, known } = convertLegacyHash(hash);
  // The section may not have loaded yet.
  if (!known && pathname === "/settings") return;
  if (!known) console.warn(`Unknown hash ${hash.slice(0, 100)}: showing the timeline.`);
  // Replacing the location with the same path would only drop the hash, not load the page.
  if (path === pathname) window.history.replaceState(null, "", path);
  window.location.replace(path);
}

import { convertLegacyHash, mayHoldLegacyHash } from "@/lib/auth/legacy-hash";

/** True if the hash names a place in the page itself, as the link that skips to the content does. */
function isAnchor(hash: string): boolean {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1))) !== null;
  } catch {
    return false;
  }
}

/** Loads the page that a hash of old times means, if it is one. */
export function followHash(hash: string, pathname: string): void {
  if (isAnchor(hash) || !mayHoldLegacyHash(pathname) || window.location.hash !== hash) return;
  const { path, known } = convertLegacyHash(hash);
  if (!known) console.warn(`Unknown hash ${hash.slice(0, 100)}: showing the timeline.`);
  // The same page without its hash would not load by itself.
  if (path === pathname) window.history.replaceState(null, "", path);
  window.location.replace(path);
}

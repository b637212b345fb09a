"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

/** True if the hash names a place in the page itself, as the link that skips to the content does. */
function isAnchor(hash: string): boolean {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1))) !== null;
  } catch {
    return false;
  }
}

async function follow(): Promise<void> {
  const { hash, pathname } = window.location;
  // `/` converts its own hash before it looks for anything else.
  if (pathname === "/" || hash.length <= 1 || isAnchor(hash)) return;
  const { convertLegacyHash, mayHoldLegacyHash } = await import("@/lib/domain/legacy-hash");
  if (!mayHoldLegacyHash(pathname) || window.location.hash !== hash) return;
  const { path, known } = convertLegacyHash(hash);
  if (!known) console.warn(`Unknown hash ${hash.slice(0, 100)}: showing the timeline.`);
  // The same page without its hash would not load by itself.
  if (path === pathname) window.history.replaceState(null, "", path);
  window.location.replace(path);
}

/** Turns links of the time of hashes into paths, also while the page is open; the page then loads anew. */
export function LegacyHash() {
  const pathname = usePathname();
  useEffect(() => {
    const onChange = () => void follow();
    onChange();
    window.addEventListener("hashchange", onChange);
    return () => window.removeEventListener("hashchange", onChange);
  }, [pathname]);
  return null;
}

"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

async function follow(): Promise<void> {
  const { hash, pathname } = window.location;
  // `/` converts its own hash before it looks for anything else.
  if (pathname === "/" || hash.length <= 1) return;
  (await import("./follow-hash")).followHash(hash, pathname);
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

"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

async function follow(): Promise<void> {
  const { hash, pathname } = window.location;
  // RootEntry converts the hash of `/`.
  if (pathname === "/" || hash.length <= 1) return;
  (await import("./follow-hash")).followHash(hash, pathname);
}

/** Redirects links from when screens were hashes, also those followed while the page is open. */
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

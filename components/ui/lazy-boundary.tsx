"use client";

import { Suspense, useState, type ReactNode } from "react";
import { isHydrated } from "./hydrated";

interface LazyBoundaryProps {
  /** Shown until the code has loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * A Suspense boundary for `next/dynamic` components that the server renders, too: only with `ssr: false` they
 * have their own. Without a boundary, a component that mounts later suspends the whole page, which loses
 * input and restarts its apps. The first page needs none: the server sends it whole, and it is hydrated at
 * once.
 */
export function LazyBoundary({ fallback, children }: LazyBoundaryProps) {
  const [isAfterHydration] = useState(isHydrated);
  return isAfterHydration ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}

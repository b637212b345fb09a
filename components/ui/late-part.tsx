"use client";

import { Suspense, useState, type ReactNode } from "react";
import { isHydrated } from "./hydrated";

interface LatePartProps {
  /** Shown until the code is there. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Around what `next/dynamic` loads and the server renders, too: only with `ssr: false` it brings a boundary of its own.
 * Without one, what appears late suspends the page around it, which then shows nothing that is typed or pressed, and
 * starts its apps again. The first page needs none: the server sends it whole, and it is hydrated at once.
 */
export function LatePart({ fallback, children }: LatePartProps) {
  const [isLate] = useState(isHydrated);
  return isLate ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}

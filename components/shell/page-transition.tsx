"use client";

import { usePathname } from "next/navigation";
import { Suspense, useState, ViewTransition, type ReactNode } from "react";
import { isHydrated } from "@/components/ui/hydrated";
import { applicationOf } from "@/lib/dock/rules";

interface PageTransitionProps {
  /** The Suspense fallback for all pages but the first. */
  arrival: ReactNode;
  children: ReactNode;
}

/** Fades the content out and in between applications, not within one. */
export function PageTransition({ arrival, children }: PageTransitionProps) {
  const application = applicationOf(usePathname());
  // Without a boundary, the server sends the first page complete instead of streaming a fallback that flashes.
  const [firstApplication] = useState(() => (isHydrated() ? null : application));
  return (
    <ViewTransition key={application} enter="page" exit="page" default="none">
      {firstApplication === application ? children : <Suspense fallback={arrival}>{children}</Suspense>}
    </ViewTransition>
  );
}

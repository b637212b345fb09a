"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, ViewTransition, type ReactNode } from "react";
import { applicationOf } from "@/lib/domain/dock";

/**
 * Between applications the content fades out, then in, and begins at its top; within one it just changes. Where the
 * browser knows no view transitions the content changes at once.
 */
export function PageTransition({ children }: { children: ReactNode }) {
  const application = applicationOf(usePathname());
  const before = useRef(application);
  useEffect(() => {
    if (before.current === application) return;
    before.current = application;
    // A hash leads to its place by itself.
    if (!location.hash) scrollTo({ top: 0, behavior: "instant" });
  }, [application]);
  return (
    <ViewTransition key={application} enter="page" exit="page" default="none">
      {children}
    </ViewTransition>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { use, useEffect, useRef, ViewTransition, type ReactNode } from "react";
import { applicationOf } from "@/lib/domain/dock";
import { textsToWaitFor } from "./texts";

// The first page of a document brings its own texts; the next one waits for all of them.
let first = true;

/**
 * Between applications the content fades out, then in, and begins at its top; within one it just changes. Where the
 * browser knows no view transitions the content changes at once.
 */
export function PageTransition({ children }: { children: ReactNode }) {
  const application = applicationOf(usePathname());
  const texts = first ? null : textsToWaitFor();
  if (texts) use(texts);
  const before = useRef(application);
  useEffect(() => {
    first = false;
  }, []);
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

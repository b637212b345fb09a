"use client";

import { usePathname } from "next/navigation";
import { Suspense, useEffect, useState, ViewTransition, type ReactNode } from "react";
import { applicationOf } from "@/lib/dock/rules";

// Until the first page of the document is hydrated.
let first = true;

export interface PageTransitionProps {
  /** Stands in the content's place while a page that comes after the first is on its way. */
  arrival: ReactNode;
  children: ReactNode;
}

/**
 * Between applications the content fades out, then in; within one it just changes. Where the browser knows no view
 * transitions the content changes at once.
 */
export function PageTransition({ arrival, children }: PageTransitionProps) {
  const application = applicationOf(usePathname());
  // The first page is whole in its document. With a place to wait in, the server would send that place first and the
  // content behind it, and the browser would draw the one, then the other.
  const [whole] = useState(first ? application : null);
  useEffect(() => {
    first = false;
  }, []);
  return (
    <ViewTransition key={application} enter="page" exit="page" default="none">
      {whole === application ? children : <Suspense fallback={arrival}>{children}</Suspense>}
    </ViewTransition>
  );
}

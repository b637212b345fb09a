"use client";

import { useEffect, useState } from "react";

export interface ErrorReport {
  /** Three errors or more in this tab within ten minutes: trying again is no longer enough. */
  repeated: boolean;
  /** What identifies the request in the server's log. */
  reference: string | undefined;
}

/** Counts the error of an error screen and finds its reference. */
export function useErrorReport(error: Error & { digest?: string; requestId?: string }): ErrorReport {
  const [report, setReport] = useState<ErrorReport>({ repeated: false, reference: error.requestId });
  useEffect(() => {
    let isGone = false;
    // Every page has the error screen and few show it. Without this code it only says less.
    const load = () => import("./error-facts").catch(() => null);
    const find = (facts: Awaited<ReturnType<typeof load>>) => {
      if (isGone) return;
      setReport({
        repeated: facts !== null && facts.countError(Date.now()) > 2,
        reference: error.requestId ?? facts?.pageRequestId() ?? error.digest,
      });
    };
    // Not at once, because development mode runs effects twice and each error counts once.
    void load().then(find);
    return () => {
      isGone = true;
    };
  }, [error]);
  return report;
}

"use client";

import { useEffect, useState } from "react";

const KEY = "gum-errors";
const WINDOW_MS = 10 * 60_000;

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
    // In a timeout, because development mode runs effects twice and each error counts once.
    const timer = setTimeout(() =>
      setReport({
        repeated: countError(Date.now()) > 2,
        reference: error.requestId ?? pageRequestId() ?? error.digest,
      }),
    );
    return () => clearTimeout(timer);
  }, [error]);
  return report;
}

/** Records an error in sessionStorage and returns how many there were in the last ten minutes. */
function countError(now: number): number {
  let times: number[] = [];
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    if (Array.isArray(stored))
      times = stored.filter((time) => typeof time === "number" && now - time < WINDOW_MS);
    times.push(now);
    sessionStorage.setItem(KEY, JSON.stringify(times.slice(-20)));
  } catch {
    // Storage is blocked or full: only this error counts.
    times.push(now);
  }
  return times.length;
}

/**
 * The request id that middleware.ts sends as Server-Timing: that of the document or, after a client-side navigation, of
 * the latest response for this path.
 */
function pageRequestId(): string | undefined {
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ] as PerformanceResourceTiming[];
  return entries
    .filter(({ name }) => new URL(name).pathname === location.pathname)
    .flatMap(({ serverTiming }) => serverTiming)
    .findLast(({ name }) => name === "request")?.description;
}

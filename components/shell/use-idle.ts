"use client";

import { useEffect, useState } from "react";

const LATEST_MS = 2_500;

/** Turns true when the browser has nothing better to do after the page arrived, at the latest after 2.5 s. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const done = () => setIdle(true);
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(done, LATEST_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(done, { timeout: LATEST_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}

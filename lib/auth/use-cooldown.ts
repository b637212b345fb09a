"use client";

import { useEffect, useState } from "react";

/** Counts down before an action may be repeated. `left` is in seconds. */
export function useCooldown(seconds: number): { left: number; start: () => void } {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft((current) => current - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: () => setLeft(seconds) };
}

"use client";

import { useEffect, useState } from "react";
import { api } from "@/lib/browser/api";
import type { UsernameResponse } from "@/lib/auth/contract";

const DEBOUNCE_MS = 400;

/** Checks a username while it is typed; null while unknown. */
export function useUsernameCheck(typed: string): UsernameResponse | null {
  const [result, setResult] = useState<{ name: string; response: UsernameResponse } | null>(null);
  const name = typed.trim();
  useEffect(() => {
    if (name.length < 2) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api<UsernameResponse>("/v2/auth/username", { query: { name }, signal: abort.signal })
        .then((response) => setResult({ name, response }))
        // Rate-limited or offline: the sign-up itself will report a problem.
        .catch(() => undefined);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name]);
  return result?.name === name ? result.response : null;
}

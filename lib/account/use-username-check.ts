"use client";

import { useEffect, useState } from "react";
import { api } from "@/lib/browser/api";
import type { UsernameResponse } from "@/lib/auth/contract";

const PAUSE_MS = 400;

/** What the server says about a username while it is typed; null while nothing is known. Never stands in the way. */
export function useUsernameCheck(typed: string): UsernameResponse | null {
  const [answer, setAnswer] = useState<{ about: string; says: UsernameResponse } | null>(null);
  const name = typed.trim();
  useEffect(() => {
    if (name.length < 2) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api<UsernameResponse>("/v2/auth/username", { query: { name }, signal: abort.signal })
        .then((says) => setAnswer({ about: name, says }))
        // Too many questions, or no network: the sign-up itself will tell.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name]);
  return answer?.about === name ? answer.says : null;
}

"use client";

import { useEffect, useRef, useState } from "react";
import { type LinkToken, useLinkToken } from "@/lib/auth/use-link-token";

/**
 * Sends the token of a mailed link, once.
 * @returns null while that is in flight, what `follow` resolves to, or "failed" where it rejects or there is no token
 */
export function useFollowLink<Result>(
  follow: (link: Extract<LinkToken, { status: "found" }>) => Promise<Result>,
): Result | "failed" | null {
  const link = useLinkToken();
  const [outcome, setOutcome] = useState<Result | "failed" | null>(null);
  const sent = useRef(false);
  useEffect(() => {
    if (link.status === "reading" || sent.current) return;
    sent.current = true;
    const send = async () => (link.status === "found" ? follow(link) : ("failed" as const));
    void send().then(setOutcome, () => setOutcome("failed"));
  }, [link, follow]);
  return outcome;
}

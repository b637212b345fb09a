"use client";

import { useEffect, useRef, useState } from "react";
import { type LinkToken, useLinkToken } from "@/lib/auth/use-link-token";

type FoundLink = Extract<LinkToken, { status: "found" }>;

/** Why following a link failed. One that was not answered may be valid. */
export type LinkFailure = { purpose: string | null } & (
  | { reason: "missing" | "used" | "ended"; error?: undefined; retry?: undefined }
  | { reason: "unanswered"; error: unknown; retry: () => void }
);

export type Followed<Result> =
  { result: Result; failure?: undefined } | { failure: LinkFailure; result?: undefined };

/** Sends the token of a mailed link, once; null while that is in flight. */
export function useFollowLink<Result>(follow: (link: FoundLink) => Promise<Result>): Followed<Result> | null {
  const link = useLinkToken();
  const [outcome, setOutcome] = useState<Followed<Result> | null>(null);
  const [attempt, setAttempt] = useState(1);
  const sent = useRef(0);
  useEffect(() => {
    if (link.status === "reading" || sent.current === attempt) return;
    sent.current = attempt;
    const send = async (): Promise<Followed<Result>> => {
      if (link.status === "none") return { failure: { reason: "missing", purpose: null } };
      const { purpose } = link;
      try {
        return { result: await follow(link) };
      } catch (error) {
        const { code, details } = error as { code?: string; details?: { used?: boolean } };
        if (code === "invalid_code")
          return { failure: { reason: details?.used ? "used" : "ended", purpose } };
        const retry = () => {
          setOutcome(null);
          setAttempt((count) => count + 1);
        };
        return { failure: { reason: "unanswered", error, retry, purpose } };
      }
    };
    void send().then(setOutcome);
  }, [link, follow, attempt]);
  return outcome;
}

"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type LinkToken, useLinkToken } from "@/lib/auth/use-link-token";

type FoundLink = Extract<LinkToken, { status: "found" }>;

/** Why a link was not followed; `retry` is set where that says nothing about the link. */
export type LinkFailure = {
  reason: "missing" | "used" | "ended" | "unanswered";
  error?: unknown;
  retry?: () => void;
  purpose: string | null;
};

export type Followed<Result> =
  { result: Result; failure?: undefined } | { failure: LinkFailure; result?: undefined };

/** Sends the token of a mailed link, once; null while that is in flight. */
export function useFollowLink<Result>(follow: (link: FoundLink) => Promise<Result>): Followed<Result> | null {
  const link = useLinkToken();
  const [outcome, setOutcome] = useState<Followed<Result> | null>(null);
  const sent = useRef(false);
  const send = useCallback(
    async (found: FoundLink): Promise<Followed<Result>> => {
      try {
        return { result: await follow(found) };
      } catch (error) {
        const { purpose } = found;
        const { code, details } = error as { code?: string; details?: { used?: boolean } };
        if (code === "invalid_code")
          return { failure: { reason: details?.used ? "used" : "ended", purpose } };
        const retry = () => {
          setOutcome(null);
          void send(found).then(setOutcome);
        };
        return { failure: { reason: "unanswered", error, retry, purpose } };
      }
    },
    [follow],
  );
  useEffect(() => {
    if (link.status === "reading" || sent.current) return;
    sent.current = true;
    const following: Promise<Followed<Result>> =
      link.status === "found"
        ? send(link)
        : Promise.resolve({ failure: { reason: "missing", purpose: null } });
    void following.then(setOutcome);
  }, [link, send]);
  return outcome;
}

"use client";

import { useEffect, useState } from "react";

/** The secret of a mailed link, in the fragment so that no server logs it. */
export type LinkToken =
  { status: "reading" } | { status: "none" } | { status: "found"; token: string; purpose: string | null };

/** Reads `#token=…&for=…` after hydration and removes it from the address. */
export function useLinkToken(): LinkToken {
  const [state, setState] = useState<LinkToken>({ status: "reading" });
  useEffect(() => {
    const values = new URLSearchParams(window.location.hash.slice(1));
    const token = values.get("token");
    if (token) window.history.replaceState(window.history.state, "", window.location.pathname);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the server does not know the fragment
    setState((current) =>
      current.status !== "reading"
        ? current
        : token
          ? { status: "found", token, purpose: values.get("for") }
          : { status: "none" },
    );
  }, []);
  return state;
}

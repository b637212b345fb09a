"use client";

import { useEffect, useState } from "react";

/** The secret part of a mailed link. It stands in the fragment, which no server sees, and is taken out of the address. */
export type LinkToken =
  { status: "reading" } | { status: "none" } | { status: "found"; token: string; purpose: string | null };

/** Reads and removes `#token=…&for=…` once the page is there. */
export function useLinkToken(): LinkToken {
  const [state, setState] = useState<LinkToken>({ status: "reading" });
  useEffect(() => {
    const values = new URLSearchParams(window.location.hash.slice(1));
    const token = values.get("token");
    if (token) window.history.replaceState(window.history.state, "", window.location.pathname);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- read after hydration: the server knows no fragment
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

"use client";

import { useEffect, useState } from "react";
import { onAddressChange } from "@/lib/browser/address";
import type { AppAddress } from "@/lib/shared/run-address";

/** The page's own. */
const OWN = ["#comments", "#write-reply"];

/** The fragment of a post's page, for the app that runs there. */
export function usePostAddress(postId: string): AppAddress | null {
  const [address, setAddress] = useState(() => fragmentFor(postId));
  useEffect(
    () =>
      onAddressChange(() => {
        const next = fragmentFor(postId);
        if (next) setAddress((known) => (known?.hash === next.hash ? known : next));
      }),
    [postId],
  );
  return address;
}

function fragmentFor(postId: string): AppAddress | null {
  const { pathname, hash } = location;
  return pathname === `/post/${postId}` && hash && !OWN.includes(hash) ? { query: "", hash } : null;
}

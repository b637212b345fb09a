"use client";

import { useEffect } from "react";
import { onAddressChange } from "@/lib/browser/address";
import { addressIn } from "@/lib/shared/run-address";
import { runHref } from "@/lib/shared/run-key";
import { setAddress } from "./address-store";

/**
 * Passes the address in the page's URL to the app, once: the app navigates on from there, and neither a reload nor Back
 * must reset it.
 */
export function useRunAddress(key: string): void {
  useEffect(() => {
    const take = () => {
      const address = addressIn(new URL(location.href), key);
      if (!address) return;
      setAddress(key, address);
      window.history.replaceState(null, "", runHref(key));
    };
    take();
    return onAddressChange(take);
  }, [key]);
}

"use client";

import { useEffect } from "react";
import { onAddressChange } from "@/lib/browser/address";
import { addressIn } from "@/lib/shared/run-address";
import { runHref } from "@/lib/shared/run-key";
import { useWindowStore } from "./window-store";

/**
 * Hands the app what the page's address says to it, once: the app goes on from there, and a reload or Back must not lead it
 * back.
 */
export function useRunAddress(key: string): void {
  useEffect(() => {
    const take = () => {
      const address = addressIn(new URL(location.href), key);
      if (!address) return;
      useWindowStore.getState().setAddress(key, address);
      window.history.replaceState(null, "", runHref(key));
    };
    take();
    return onAddressChange(take);
  }, [key]);
}

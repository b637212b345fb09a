"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { PRELOAD_DELAY_MS } from "@/lib/config/limits";

const load = () => import("./arrival-screen");

/** Shown while the next page loads, so never needed for the first one. */
export const Arrival = dynamic(() => load().then((module) => module.ArrivalScreen), { ssr: false });

/** Loads it before the first navigation, which on a slow connection would show nothing. */
export function ArrivalPreload() {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

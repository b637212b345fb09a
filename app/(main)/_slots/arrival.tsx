"use client";

import dynamic from "next/dynamic";

/** Shown while the next page loads, so never needed for the first one. */
export const Arrival = dynamic(() => import("./arrival-screen").then((module) => module.ArrivalScreen), {
  ssr: false,
});

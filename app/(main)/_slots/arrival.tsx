"use client";

import dynamic from "next/dynamic";

/** Stands where the next page is on its way. No first page shows it. */
export const Arrival = dynamic(() => import("./arrival-screen").then((module) => module.ArrivalScreen), {
  ssr: false,
});

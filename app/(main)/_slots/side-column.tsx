"use client";

import dynamic from "next/dynamic";

/** Loads after the page, so it does not add to the first load. */
export const SideColumn = dynamic(() => import("./side-content").then((module) => module.SideContent), {
  ssr: false,
});

"use client";

import dynamic from "next/dynamic";

/** Live updates render nothing, so their code is not part of a page's first load. */
export const Live = dynamic(
  () => import("@/components/notifications/live-updates").then((module) => module.LiveUpdates),
  { ssr: false },
);

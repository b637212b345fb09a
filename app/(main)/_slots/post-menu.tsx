"use client";

import dynamic from "next/dynamic";

/** Nothing to see until a post's button is pressed, so its code is not part of a page's first load. */
export const PostMenu = dynamic(
  () => import("@/components/timeline/post-menu").then((module) => module.PostMenu),
  {
    ssr: false,
  },
);

"use client";

import dynamic from "next/dynamic";

/** Renders nothing until the pointer rests on a person's name, so its code is not part of a page's first load. */
export const ProfileCard = dynamic(
  () => import("@/components/profile/profile-hover-card").then((module) => module.ProfileHoverCard),
  { ssr: false },
);

"use client";

import dynamic from "next/dynamic";

/** Sends what waits for rooms; it renders nothing, so its code is not part of a page's first load. */
export const RoomSender = dynamic(
  () => import("@/components/rooms/room-sender").then((module) => module.RoomSender),
  { ssr: false },
);

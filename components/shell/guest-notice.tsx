"use client";

import dynamic from "next/dynamic";
import { useAuthStore } from "@/lib/auth/store";

const GuestText = dynamic(() => import("./guest-text").then((module) => module.GuestText), { ssr: false });

/** In this module for the sake of the first load: a module of its own would cost more than the notice. */
export const LateAnnouncement = dynamic(() => import("./announcement").then((module) => module.Announcement));

export const LatePasskeyOffer = dynamic(
  () => import("./passkey-offer").then((module) => module.PasskeyOffer),
  { ssr: false },
);

/**
 * After "Continue as Guest": loaded content stays readable, everything else needs an account or another page.
 */
export function GuestNotice() {
  const guest = useAuthStore((state) => state.guest);
  return <div role="status">{guest && <GuestText />}</div>;
}

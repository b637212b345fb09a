"use client";

import dynamic from "next/dynamic";
import { useAuthStore } from "@/lib/auth/store";

const GuestText = dynamic(() => import("./guest-text").then((module) => module.GuestText), { ssr: false });

/** After "Continue as Guest": what is loaded can be read, everything else needs an account or is elsewhere. */
export function GuestNotice() {
  const guest = useAuthStore((state) => state.guest);
  return <div role="status">{guest && <GuestText />}</div>;
}

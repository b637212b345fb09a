"use client";

import { useWayBack } from "@/lib/apps/use-way-back";

/** Ends what runs here once the person goes to another version of the app elsewhere. */
export function FollowWayBack({ appId }: { appId: string }) {
  useWayBack(appId);
  return null;
}

"use client";

import { useVersionSwitch } from "@/lib/apps/use-version-switch";

/** Ends what runs here once the person switches to another version of the app elsewhere. */
export function FollowVersionSwitch({ appId }: { appId: string }) {
  useVersionSwitch(appId);
  return null;
}

"use client";

import { useParams } from "next/navigation";
import { useEffect } from "react";
import { useDockStore } from "@/lib/dock/store";

/** Removes an app that was not found from the dock. */
export function LeaveDock() {
  const { appId } = useParams<{ appId: string }>();
  useEffect(() => useDockStore.getState().removeApp(appId), [appId]);
  return null;
}

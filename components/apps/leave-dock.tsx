"use client";

import { useParams } from "next/navigation";
import { useEffect } from "react";
import { useDockStore } from "@/lib/dock/store";

/** Stands where an app is not found: what is gone leaves the dock, too. */
export function LeaveDock() {
  const { appId } = useParams<{ appId: string }>();
  useEffect(() => useDockStore.getState().removeApp(appId), [appId]);
  return null;
}

"use client";

import dynamic from "next/dynamic";
import { useComposeStore } from "@/lib/posts/compose-store";

const ComposeDialog = dynamic(() => import("./compose-dialog").then((module) => module.ComposeDialog), {
  ssr: false,
});

/** Mounted in the shell; opens the composer on request (see compose-store.ts). */
export function ComposeHost() {
  const request = useComposeStore((state) => state.request);
  return request && <ComposeDialog key={request.id} request={request} />;
}

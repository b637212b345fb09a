"use client";

import { lazyPart } from "@/components/ui/lazy-part";

const part = lazyPart<object>(() => import("./offline-notice").then((module) => module.OfflineNotice));

/** Where the loss of the connection is said. What says it is fetched while there is one. */
export function OfflineBanner() {
  const Notice = part.use(true);
  return Notice && <Notice />;
}

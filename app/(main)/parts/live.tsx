"use client";

import type { LiveUpdatesProps } from "@/components/notifications/live-updates";
import { lazyPart } from "@/components/ui/lazy-part";

const part = lazyPart<LiveUpdatesProps>(() =>
  import("@/components/notifications/live-updates").then((module) => module.LiveUpdates),
);

/** Live updates, right after the page: their code is not part of its first load. */
export function Live(props: LiveUpdatesProps) {
  const LiveUpdates = part.use(true);
  return LiveUpdates && <LiveUpdates {...props} />;
}

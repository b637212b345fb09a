"use client";

import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import type { App } from "@/lib/contracts/app";

/** The owner's panel, whose code is not part of everybody's first load. */
export const OwnerPanelPart = later<{ app: App }>(
  () => import("./owner-panel").then((module) => module.OwnerPanel),
  <Skeleton className="h-64 rounded-lg" />,
);

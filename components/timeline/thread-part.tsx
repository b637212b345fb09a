"use client";

import { later } from "@/components/ui/later";
import { Spinner } from "@/components/ui/spinner";
import type { ThreadProps } from "./thread";

/** What people say, whose code is not part of the page's first load. */
export const ThreadPart = later<ThreadProps>(
  () => import("./thread").then((module) => module.Thread),
  <div className="grid place-items-center py-10 text-muted">
    <Spinner />
  </div>,
);

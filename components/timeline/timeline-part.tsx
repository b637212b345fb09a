"use client";

import { later } from "@/components/ui/later";
import { PostSkeletons } from "./post-skeleton";
import type { TimelineViewProps } from "./timeline-view";

/** The timeline: its posts are in the page's markup, its code is not part of the page's first load. */
export const TimelinePart = later<TimelineViewProps>(
  () => import("./timeline-view").then((module) => module.TimelineView),
  <div className="mx-auto w-full max-w-narrow pb-16 sm:px-6 sm:pt-6">
    <div className="timeline-column">
      <PostSkeletons />
    </div>
  </div>,
);

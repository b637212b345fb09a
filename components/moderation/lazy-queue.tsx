"use client";

import dynamic from "next/dynamic";
import { Spinner } from "@/components/ui/spinner";

/** Loaded on demand: for everybody but moderators this URL shows the timeline. */
export const LazyQueue = dynamic(() => import("./queue-view").then((module) => module.QueueView), {
  ssr: false,
  loading: () => <Spinner className="mx-auto mt-16 text-muted" />,
});

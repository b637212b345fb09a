"use client";

import dynamic from "next/dynamic";
import { Spinner } from "@/components/ui/spinner";

/** Loads after the page: its address is the timeline's for everybody but moderators. */
export const LateQueue = dynamic(() => import("./queue-view").then((module) => module.QueueView), {
  ssr: false,
  loading: () => <Spinner className="mx-auto mt-16 text-muted" />,
});

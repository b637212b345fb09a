"use client";

import dynamic from "next/dynamic";
import { Spinner } from "@/components/ui/spinner";

/** Loaded on demand, outside the first load. */
export const LazyInstance = dynamic(() => import("./instance-view").then((module) => module.InstanceView), {
  ssr: false,
  loading: () => <Spinner className="mx-auto mt-16 text-muted" />,
});

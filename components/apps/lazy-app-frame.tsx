"use client";

import dynamic from "next/dynamic";
import { Spinner } from "@/components/ui/spinner";

const loadFrame = () => import("@/components/sandbox/app-frame").then((module) => module.AppFrame);

/** AppFrame, loaded with the first app that runs. */
export const AppFrame = dynamic(loadFrame, {
  ssr: false,
  loading: () => <Spinner className="text-muted" />,
});

export const preloadAppFrame = () => void loadFrame().catch(() => undefined);

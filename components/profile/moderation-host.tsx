"use client";

import dynamic from "next/dynamic";
import { useModerationStore } from "@/lib/moderation/store";

const ModerationDialog = dynamic(
  () => import("./moderation-dialog").then((module) => module.ModerationDialog),
  { ssr: false },
);

/** Stands in the shell: opens the dialog for whatever somebody wants to report, or whomever to block. */
export function ModerationHost() {
  const asked = useModerationStore((state) => state.asked);
  return asked && <ModerationDialog key={asked.id} asked={asked} />;
}

"use client";

import dynamic from "next/dynamic";
import { useModerationStore } from "@/lib/moderation/store";

const BlockDialog = dynamic(() => import("./block-dialog").then((module) => module.BlockDialog), {
  ssr: false,
});
const ReportDialog = dynamic(() => import("./report-dialog").then((module) => module.ReportDialog), {
  ssr: false,
});

/** Mounted in the shell; opens the dialog to block a person or report something. */
export function ModerationHost() {
  const asked = useModerationStore((state) => state.asked);
  if (!asked) return null;
  return asked.type === "block" ? (
    <BlockDialog key={asked.id} person={asked} />
  ) : (
    <ReportDialog key={asked.id} target={asked} />
  );
}

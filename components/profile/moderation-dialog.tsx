"use client";

import type { Asked } from "@/lib/moderation/store";
import { BlockDialog } from "./block-dialog";
import { ReportDialog } from "./report-dialog";

export interface ModerationDialogProps {
  asked: Asked;
}

export function ModerationDialog({ asked }: ModerationDialogProps) {
  return asked.type === "block" ? <BlockDialog person={asked} /> : <ReportDialog target={asked} />;
}

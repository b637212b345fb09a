"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import type { AppShort } from "@/lib/apps/contract";
import { useTimeline } from "../timeline-context";

export interface AppPickerDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (app: AppShort) => void;
}

export function AppPickerDialog({ open, onOpenChange, onPick }: AppPickerDialogProps) {
  const t = useTranslations("timeline");
  const { AppPicker } = useTimeline();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("attachApp")} description={t("attachAppText")}>
      {open && <AppPicker onPick={onPick} />}
    </Dialog>
  );
}

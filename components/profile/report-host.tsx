"use client";

import { lazyPart } from "@/components/ui/lazy-part";
import { useReportStore } from "@/lib/client/stores/report-store";
import type { ReportDialogProps } from "./report-dialog";

const dialog = lazyPart<ReportDialogProps>(() =>
  import("./report-dialog").then((module) => module.ReportDialog),
);

/** Stands in the shell: opens the report dialog for whatever somebody wants to report. */
export function ReportHost() {
  const target = useReportStore((state) => state.target);
  const Window = dialog.use(target !== null);
  return Window && target ? <Window key={target.id} target={target} /> : null;
}

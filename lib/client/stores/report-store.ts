import { create } from "zustand";

export type ReportTarget = {
  type: "post" | "comment" | "user" | "app";
  id: string;
  /** Whom it is about, for the dialog's words. */
  name: string;
};

/** What the person wants to report; the dialog stands in the shell and opens for it. */
export const useReportStore = create<{ target: ReportTarget | null }>()(() => ({ target: null }));

export function askReport(target: ReportTarget): void {
  useReportStore.setState({ target });
}

export function closeReport(): void {
  useReportStore.setState({ target: null });
}

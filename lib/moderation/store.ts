import { create } from "zustand";

export type ReportTarget = {
  type: "post" | "comment" | "user" | "app";
  id: string;
  /** Whom it is about, for the dialog's words. */
  name: string;
};
export type BlockTarget = { type: "block"; id: string; name: string };
export type Asked = ReportTarget | BlockTarget;

/** What the person wants to report, or whom to block; the dialog stands in the shell and opens for it. */
export const useModerationStore = create<{ asked: Asked | null }>()(() => ({ asked: null }));

export function askReport(target: ReportTarget): void {
  useModerationStore.setState({ asked: target });
}

export function askBlock(person: { id: string; name: string }): void {
  useModerationStore.setState({ asked: { type: "block", ...person } });
}

export function closeAsked(): void {
  useModerationStore.setState({ asked: null });
}

import { create } from "zustand";

export type ReportTarget = {
  id: string;
  /** The person's name, for the dialog. */
  name: string;
} & (
  | { type: "post" | "comment" | "review" | "collection" | "user" | "app" }
  /** For a score: the app whose board shows it. */
  | { type: "score"; appId: string }
  /** For the maker's answer to a review, which the id names. */
  | { type: "answer"; appId: string }
  /** For what an app shows in a post: its room. */
  | { type: "card" }
);
export type BlockTarget = { type: "block"; id: string; name: string };
export type Asked = ReportTarget | BlockTarget;

/** What the dialog in the shell asks to report or block. */
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

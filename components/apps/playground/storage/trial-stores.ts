import { create } from "zustand";
import type { TrialData } from "@/components/sandbox/trial-data";

interface TrialStores {
  /** Of the pretend people whose apps are shown. */
  stores: readonly { name: string; data: TrialData }[];
  /** Whether changed code goes on with what is saved. */
  keeps: boolean;
}

/** What the running apps have saved, for the pane beside them. */
export const useTrialStores = create<TrialStores>(() => ({ stores: [], keeps: true }));

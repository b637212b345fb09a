import { create } from "zustand";

export const TERMINAL_KINDS = ["console", "bridge", "lifecycle", "network"] as const;
export type TerminalKind = (typeof TERMINAL_KINDS)[number];

export interface TerminalLine {
  id: number;
  kind: TerminalKind | "shell";
  level: "debug" | "log" | "info" | "warn" | "error";
  /** Null for the terminal's own lines. */
  appName: string | null;
  /** Untrusted: comes from an app and must never be rendered as markup. */
  text: string;
  /** Milliseconds since 1970. */
  time: number;
}

const LINES_KEPT = 1_000;
const LINE_MAX_CHARS = 4_000;

interface TerminalStore {
  /** Oldest first; the last 1,000. */
  lines: readonly TerminalLine[];
  log: (line: Omit<TerminalLine, "id" | "time"> & { time?: number }) => void;
  clear: () => void;
}

let nextId = 1;
/** Lines are batched, so that an app that prints in a loop does not cause thousands of renders. */
let pending: TerminalLine[] = [];

/** The log of running apps for the Developer Terminal, also while it is closed. */
export const useTerminalStore = create<TerminalStore>()((set, get) => ({
  lines: [],
  log: ({ time = Date.now(), text, ...line }) => {
    pending.push({ ...line, time, text: text.slice(0, LINE_MAX_CHARS), id: nextId++ });
    if (pending.length > 1) return;
    setTimeout(() => {
      const lines = [...get().lines, ...pending].slice(-LINES_KEPT);
      pending = [];
      set({ lines });
    }, 50);
  },
  clear: () => {
    pending = [];
    set({ lines: [] });
  },
}));

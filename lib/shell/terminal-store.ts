import { create } from "zustand";

export const TERMINAL_KINDS = ["console", "bridge", "lifecycle", "network"] as const;
export type TerminalKind = (typeof TERMINAL_KINDS)[number];

export interface TerminalLine {
  id: number;
  kind: TerminalKind | "shell";
  level: "debug" | "log" | "info" | "warn" | "error";
  /** Who says it; null for the terminal itself. */
  appName: string | null;
  /** Comes from an app as a rule: show it as text, never as markup. */
  text: string;
  /** Milliseconds since 1970. */
  time: number;
}

const LINES_KEPT = 1_000;
const LINE_MAX_CHARS = 4_000;

export interface TerminalStore {
  /** Oldest first; the last 1,000. */
  lines: readonly TerminalLine[];
  log: (line: Omit<TerminalLine, "id" | "time"> & { time?: number }) => void;
  clear: () => void;
}

let nextId = 1;
/** Lines of the same moment reach the listeners together: an app that prints in a loop costs one render, not thousands. */
let waiting: TerminalLine[] = [];

/** What running apps print and do, for the Developer Terminal. Kept whether it is open or not. */
export const useTerminalStore = create<TerminalStore>()((set, get) => ({
  lines: [],
  log: ({ time = Date.now(), text, ...line }) => {
    waiting.push({ ...line, time, text: text.slice(0, LINE_MAX_CHARS), id: nextId++ });
    if (waiting.length > 1) return;
    setTimeout(() => {
      const lines = [...get().lines, ...waiting].slice(-LINES_KEPT);
      waiting = [];
      set({ lines });
    }, 50);
  },
  clear: () => {
    waiting = [];
    set({ lines: [] });
  },
}));

import { create } from "zustand";

/** Which of the shell's own windows are open. */
export interface ShellUi {
  palette: boolean;
  shortcuts: boolean;
  terminal: boolean;
  set: (change: Partial<Record<"palette" | "shortcuts" | "terminal", boolean>>) => void;
}

export const useShellUi = create<ShellUi>()((set) => ({
  palette: false,
  shortcuts: false,
  terminal: false,
  set,
}));

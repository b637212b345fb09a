import { create } from "zustand";

/** Which dialogs and panels of the shell are open. */
interface ShellUi {
  palette: boolean;
  shortcuts: boolean;
  terminal: boolean;
  signOut: boolean;
  set: (change: Partial<Record<"palette" | "shortcuts" | "terminal" | "signOut", boolean>>) => void;
}

export const useShellUi = create<ShellUi>()((set) => ({
  palette: false,
  shortcuts: false,
  terminal: false,
  signOut: false,
  set,
}));

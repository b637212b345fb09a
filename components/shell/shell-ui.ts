import { create } from "zustand";

/** Which dialogs and panels of the shell are open. */
interface ShellUi {
  palette: boolean;
  shortcuts: boolean;
  terminal: boolean;
  signOut: boolean;
  /** What a sign-out deletes of this device, while it is asked for. */
  deviceBytes: number;
  set: (change: Partial<Record<"palette" | "shortcuts" | "terminal" | "signOut", boolean>>) => void;
}

export const useShellUi = create<ShellUi>()((set) => ({
  palette: false,
  shortcuts: false,
  terminal: false,
  signOut: false,
  deviceBytes: 0,
  set,
}));

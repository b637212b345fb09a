import type { ReactNode } from "react";
import { create } from "zustand";
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from "@/lib/config/limits";

const TONES = ["neutral", "success", "warning", "danger", "info"] as const;
type ToastTone = (typeof TONES)[number];

interface ToastOptions {
  /** Updates the toast with this id if it is shown. */
  id?: string;
  tone?: ToastTone;
  description?: ReactNode;
  /** A button such as "Undo". Closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds; Infinity keeps it until it is dismissed. */
  duration?: number;
}

export interface ToastRecord extends ToastOptions {
  id: string;
  title: ReactNode;
  open: boolean;
  /** Changes with every update, so that its timer restarts and it is announced again. */
  version: number;
}

/** The toasts, newest first. Those from before the Toaster is mounted are shown once it is. */
export const useToasts = create<{ toasts: readonly ToastRecord[] }>(() => ({ toasts: [] }));

let version = 0;

/** Shows a toast and returns its id. */
export function toast(title: ReactNode, options: ToastOptions = {}): string {
  version += 1;
  const id = options.id ?? `toast-${version}`;
  const shown: ToastRecord = { ...options, id, title, open: true, version };
  useToasts.setState(({ toasts }) => ({
    toasts: [shown, ...toasts.filter((other) => other.id !== id)].slice(0, TOAST_LIMIT),
  }));
  return id;
}

/** Closes one toast or, without an id, all of them; removes them TOAST_REMOVE_DELAY_MS later. */
export function dismissToast(id?: string): void {
  const dismissed = new Set<number>();
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((shown) => {
      if (id !== undefined && shown.id !== id) return shown;
      dismissed.add(shown.version);
      return { ...shown, open: false };
    }),
  }));
  setTimeout(() => {
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => !dismissed.has(shown.version)) }));
  }, TOAST_REMOVE_DELAY_MS);
}

const AFTER_LOAD_KEY = "gum-toast";

/** Shows a toast after the next page load of this tab. */
export function toastAfterLoad(
  title: string,
  options: { description?: string; tone?: ToastTone } = {},
): void {
  try {
    sessionStorage.setItem(AFTER_LOAD_KEY, JSON.stringify({ title, ...options }));
  } catch {
    // Storage is blocked: the toast is only a notice and can be lost.
  }
}

/** Shows the toast that `toastAfterLoad` saved on the previous page. */
export function showToastAfterLoad(): void {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(AFTER_LOAD_KEY) ?? "null");
    sessionStorage.removeItem(AFTER_LOAD_KEY);
    if (typeof saved !== "object" || saved === null) return;
    const { title, description, tone } = saved as Record<string, unknown>;
    if (typeof title !== "string") return;
    toast(title, {
      description: typeof description === "string" ? description : undefined,
      tone: TONES.find((known) => known === tone),
    });
  } catch {
    // Storage is blocked, or the value does not parse.
  }
}

import type { ReactNode } from "react";
import { create } from "zustand";
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from "@/lib/config/limits";

const TONES = ["neutral", "success", "warning", "danger", "info"] as const;
export type ToastTone = (typeof TONES)[number];

export interface ToastOptions {
  /** The same id updates a toast that is already shown. */
  id?: string;
  tone?: ToastTone;
  description?: ReactNode;
  /** One thing to do about it, such as "Undo". Closes the toast. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds; Infinity keeps it until it is dismissed. */
  duration?: number;
}

export interface ToastRecord extends ToastOptions {
  id: string;
  title: ReactNode;
  open: boolean;
  /** Changes with every update, which starts its time anew and announces it again. */
  version: number;
}

/** The toasts, newest first, for the Toaster. One that is shown before the Toaster is mounted waits here for it. */
export const useToasts = create<{ toasts: readonly ToastRecord[] }>(() => ({ toasts: [] }));

let version = 0;

/** Shows a toast and answers its id. */
export function toast(title: ReactNode, options: ToastOptions = {}): string {
  version += 1;
  const id = options.id ?? `toast-${version}`;
  const shown: ToastRecord = { ...options, id, title, open: true, version };
  useToasts.setState(({ toasts }) => ({
    toasts: [shown, ...toasts.filter((other) => other.id !== id)].slice(0, TOAST_LIMIT),
  }));
  return id;
}

/** Closes one toast, or the one that is shown; its record goes TOAST_REMOVE_DELAY_MS later. */
export function dismissToast(id?: string): void {
  const dismissed = new Set<number>();
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((each) => {
      if (id !== undefined && each.id !== id) return each;
      dismissed.add(each.version);
      return { ...each, open: false };
    }),
  }));
  setTimeout(() => {
    useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => !dismissed.has(each.version)) }));
  }, TOAST_REMOVE_DELAY_MS);
}

const AFTER_LOAD_KEY = "gum-toast";

/** Shows a toast on the page that this tab loads next: for what ends with a real navigation. */
export function toastAfterLoad(
  title: string,
  options: { description?: string; tone?: ToastTone } = {},
): void {
  try {
    sessionStorage.setItem(AFTER_LOAD_KEY, JSON.stringify({ title, ...options }));
  } catch {
    // Without storage there is no toast; what it tells of has happened all the same.
  }
}

/** For the Toaster, once a page: shows what the page before left to be said. */
export function showToastAfterLoad(): void {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(AFTER_LOAD_KEY) ?? "null");
    sessionStorage.removeItem(AFTER_LOAD_KEY);
    if (typeof left !== "object" || left === null) return;
    const { title, description, tone } = left as Record<string, unknown>;
    if (typeof title !== "string") return;
    toast(title, {
      description: typeof description === "string" ? description : undefined,
      tone: TONES.find((each) => each === tone),
    });
  } catch {
    // As above, and for what does not parse.
  }
}

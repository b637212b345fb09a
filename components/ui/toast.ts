import type { ReactNode } from "react";

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

export interface ToastContent extends ToastOptions {
  title: ReactNode;
}

export type ToastCommand =
  { type: "show"; id: string; content: ToastContent } | { type: "dismiss"; id?: string };

type Listener = (command: ToastCommand) => void;

const waiting: ToastCommand[] = [];
let listener: Listener | null = null;
let wake: (() => void) | null = null;
let nextId = 1;

function send(command: ToastCommand): void {
  if (listener) listener(command);
  else {
    waiting.push(command);
    wake?.();
  }
}

/** Shows a toast and answers its id. May be called before the toaster's code is there: it waits for it. */
export function toast(title: ReactNode, options: ToastOptions = {}): string {
  const id = options.id ?? `toast-${nextId++}`;
  send({ type: "show", id, content: { ...options, title } });
  return id;
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

/** For the toaster's host, once a page: shows what the page before left to be said. */
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

/** Closes one toast, or the one that is shown. */
export function dismissToast(id?: string): void {
  send({ type: "dismiss", id });
}

/** For the toaster: takes everything said so far and from now on. */
export function receiveToasts(next: Listener): () => void {
  listener = next;
  for (const command of waiting.splice(0)) next(command);
  return () => {
    if (listener === next) listener = null;
  };
}

/** For the toaster's host: told when somebody speaks and nobody listens yet. */
export function onToastWaiting(next: () => void): () => void {
  wake = next;
  if (waiting.length > 0) next();
  return () => {
    if (wake === next) wake = null;
  };
}

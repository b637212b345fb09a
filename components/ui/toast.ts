import type { ReactNode } from "react";

export type ToastTone = "neutral" | "success" | "warning" | "danger" | "info";

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

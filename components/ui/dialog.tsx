"use client";

import type { ReactNode } from "react";
import { lazyPart } from "./lazy-part";
import { useOverlay } from "./overlay-count";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean;
  description?: ReactNode;
  /** Buttons, at the end; the most important last. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** Near the top of the window instead of its middle, on phones too: palettes and searches. */
  top?: boolean;
  /** A question that must be answered: no closing by a click outside, and announced as an alert. */
  alert?: boolean;
  /** Hides the cross. */
  closeHidden?: boolean;
  className?: string;
  /** What takes the focus when it opens; the first control by default. */
  initialFocus?: () => HTMLElement | null;
  children?: ReactNode;
}

const part = lazyPart<DialogProps>(() => import("./dialog-window").then((module) => module.DialogWindow));

/** Fetches the dialog's code; call it when a dialog becomes likely (pointer over its button). */
export const preloadDialog = part.preload;

/** A modal window. Its code (Radix) comes on first need, the state stays with the caller. */
export function Dialog(props: DialogProps) {
  const Window = part.use(props.open);
  useOverlay(props.open);
  return Window ? <Window {...props} /> : null;
}

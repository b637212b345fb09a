"use client";

import { useEffect, useSyncExternalStore } from "react";

// One app at a time in the whole timeline: starting one ends the other.
let running: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  if (running === next) return;
  running = next;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the app of this post is the one that runs, and how to start and end it. */
export function useRunningApp(postId: string) {
  const current = useSyncExternalStore(
    subscribe,
    () => running,
    () => null,
  );
  const isRunning = current === postId;
  useEffect(
    () => () => {
      if (running === postId) set(null);
    },
    [postId],
  );
  return { running: isRunning, run: () => set(postId), stop: () => set(null) };
}

/** The post whose app runs, so that a list keeps it mounted. */
export function useRunningPostId(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => running,
    () => null,
  );
}

"use client";

import { useEffect } from "react";
import { create } from "zustand";

// One app at a time in the whole timeline: starting one stops the other.
const useStore = create<{ postId: string | null }>()(() => ({ postId: null }));

function stop(postId: string): void {
  if (useStore.getState().postId === postId) useStore.setState({ postId: null });
}

/** Whether the app of this post is running, and how to start and stop it. */
export function useRunningApp(postId: string) {
  const running = useStore((state) => state.postId === postId);
  useEffect(() => () => stop(postId), [postId]);
  return { running, run: () => useStore.setState({ postId }), stop: () => stop(postId) };
}

/** The post whose app is running. */
export const useRunningPostId = () => useStore((state) => state.postId);

"use client";

import { useEffect, type RefObject } from "react";
import type { AppFrameHandle } from "@/components/sandbox/app-frame-types";

/** Suspends the app of a post that is scrolled far away, and resumes it when it comes back. */
export function useSuspendOutOfView(
  section: RefObject<HTMLElement | null>,
  handle: RefObject<AppFrameHandle | null>,
): void {
  useEffect(() => {
    if (!section.current) return;
    let isNear = true;
    const follow = async (): Promise<void> => {
      if (isNear) return handle.current?.resume();
      await handle.current?.suspend();
      // It came back meanwhile.
      if (isNear) handle.current?.resume();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isNear = entries.at(-1)?.isIntersecting ?? true;
        void follow();
      },
      // Half a screen further.
      { rootMargin: "50% 0px" },
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, [section, handle]);
}

const LEFT_MAX = 5;
/** By post: the state of an app that the person has left by going to another page. */
const left = new Map<string, string>();

export function keepLeft(postId: string, restored: string | null): void {
  left.delete(postId);
  if (restored !== null) left.set(postId, restored);
  const [oldest] = left.keys();
  if (left.size > LEFT_MAX && oldest !== undefined) left.delete(oldest);
}

export const leftIn = (postId: string): string | null => left.get(postId) ?? null;

"use client";

import { useEffect, useRef } from "react";
import { draftStorage, type StoredApp, type StoredMedia } from "@/lib/posts/draft-storage";

export type Draft = { text: string; media: StoredMedia[]; app: StoredApp | null };

const SAVE_AFTER_MS = 300;

/**
 * Keeps what is being written on this browser.
 * @param onKept told once, after the first paint, what was kept: the server does not know it
 */
export function useDraft({
  userId,
  draft,
  enabled,
  onKept,
}: {
  userId: string;
  draft: Draft;
  enabled: boolean;
  onKept: (draft: Draft) => void;
}): void {
  const ready = useRef(false);
  const kept = useRef(onKept);

  useEffect(() => {
    if (!enabled) return;
    const stored = draftStorage.read();
    ready.current = true;
    if (stored?.userId === userId) kept.current(stored);
  }, [enabled, userId]);

  const { text, media, app } = draft;
  const mediaKey = media.map((one) => `${one.id} ${one.alt}`).join("\n");
  useEffect(() => {
    if (!enabled || !ready.current) return;
    const save = () => {
      if (!text && media.length === 0 && !app) draftStorage.remove();
      else draftStorage.write({ userId, text, media, app });
    };
    const timer = setTimeout(save, SAVE_AFTER_MS);
    addEventListener("pagehide", save);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", save);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- mediaKey stands for media, whose identity changes at every render
  }, [enabled, userId, text, mediaKey, app]);
}

/** What was written has gone out. */
export function forgetDraft(): void {
  draftStorage.remove();
}

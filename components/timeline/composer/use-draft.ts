"use client";

import { useEffect, useRef } from "react";
import { useDebouncedSave } from "@/components/ui/use-debounced-save";
import { draftStorage, type StoredDraft } from "@/lib/posts/draft-storage";

type Draft = Omit<StoredDraft, "userId">;

const SAVE_AFTER_MS = 300;

/**
 * Saves the draft in localStorage, debounced.
 * @param onRestore called once with the stored draft, after hydration: the server does not know it
 */
export function useDraft({
  userId,
  draft,
  enabled,
  onRestore,
}: {
  userId: string;
  draft: Draft;
  enabled: boolean;
  onRestore: (draft: Draft) => void;
}): void {
  const ready = useRef(false);
  const restore = useRef(onRestore);
  const schedule = useDebouncedSave(SAVE_AFTER_MS);

  useEffect(() => {
    if (!enabled) return;
    const stored = draftStorage.read();
    ready.current = true;
    if (stored?.userId === userId) restore.current(stored);
  }, [enabled, userId]);

  const { text, media, app } = draft;
  const mediaKey = media.map(({ id, alt }) => `${id} ${alt}`).join("\n");
  useEffect(() => {
    if (!enabled || !ready.current) return;
    schedule(() => {
      if (!text && media.length === 0 && !app) draftStorage.remove();
      else draftStorage.write({ userId, text, media, app });
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- mediaKey stands for media, whose identity changes at every render
  }, [enabled, userId, text, mediaKey, app, schedule]);
}

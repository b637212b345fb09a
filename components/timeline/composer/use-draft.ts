"use client";

import { useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { useDebouncedSave } from "@/components/ui/use-debounced-save";
import { draftStorage } from "@/lib/posts/draft-storage";
import { ComposerDraft, ownDraft } from "./composer-draft";
import type { PictureRefusal } from "./picture-uploads";

const SAVE_AFTER_MS = 300;

export type DraftOptions = {
  userId: string;
  /** For a draft of its own, which is not stored; without it, the person's one draft. */
  text?: string | undefined;
  onRefused: (problem: PictureRefusal) => void;
};

/** The draft of a composer. The person's own survives a reload and navigations; the others end with their composer. */
export function useDraft({ userId, text, onRefused }: DraftOptions) {
  const [draft] = useState(() => (text === undefined ? ownDraft(userId) : new ComposerDraft({ text })));
  const isOwn = text === undefined;
  const state = useStore(draft.state);
  const schedule = useDebouncedSave(SAVE_AFTER_MS);

  useEffect(() => draft.onRefused(onRefused));
  // First: what the others change is saved.
  useLayoutEffect(() => {
    if (!isOwn) return;
    return draft.state.subscribe(({ text, app, pictures }) =>
      schedule(() => {
        const media = pictures.flatMap(({ media, alt }) => (media ? [{ ...media, alt }] : []));
        if (!text && media.length === 0 && !app) draftStorage.remove();
        else draftStorage.write({ userId, text, media, app });
      }),
    );
  }, [draft, isOwn, userId, schedule]);
  useEffect(() => (isOwn ? draft.show(userId) : () => draft.uploads.stop()), [draft, isOwn, userId]);
  return { ...state, draft, isOwn };
}

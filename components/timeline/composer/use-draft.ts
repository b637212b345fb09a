"use client";

import { useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { useDebouncedSave } from "@/components/ui/use-debounced-save";
import type { Draft } from "@/lib/posts/draft-contract";
import { ComposerDraft, contentOf, ownDraft, type DraftAbout } from "./composer-draft";
import type { PictureRefusal } from "./draft-picture";

const SAVE_AFTER_MS = 300;

export type DraftOptions = {
  userId: string;
  /** For a draft of its own, which this browser does not store; without it, the person's one draft. */
  text?: string | undefined;
  /** The post that it replies to or quotes; the draft is saved on the server (see draft-keeper.tsx). */
  about?: DraftAbout | null;
  /** The draft of the server to resume. */
  stored?: Draft | undefined;
  onRefused: (problem: PictureRefusal) => void;
};

/** The draft of a composer. The person's own survives a reload and navigations; the others end with their composer. */
export function useDraft({ userId, text, about = null, stored, onRefused }: DraftOptions) {
  const [draft] = useState(() => {
    if (text === undefined) return ownDraft(userId);
    const draft = new ComposerDraft({ text }, about);
    if (stored) {
      draft.restore(stored);
      draft.state.setState({
        saved: { id: stored.id, revision: stored.revision, content: contentOf(draft) ?? "" },
      });
    }
    return draft;
  });
  const isOwn = text === undefined;
  const state = useStore(draft.state);
  const schedule = useDebouncedSave(SAVE_AFTER_MS);

  useEffect(() => draft.onRefused(onRefused));
  // First: what the others change is saved.
  useLayoutEffect(() => {
    if (!isOwn) return;
    return draft.state.subscribe(() => schedule(() => draft.store()));
  }, [draft, isOwn, userId, schedule]);
  useEffect(() => {
    if (isOwn) return draft.show(userId);
    // What the server keeps is saved first, with its pictures.
    return draft.about ? undefined : () => draft.clear();
  }, [draft, isOwn, userId]);
  return { ...state, draft, isOwn };
}

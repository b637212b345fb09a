"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useStore } from "zustand";
import { saverOf } from "./draft-saver";
import { LaterButton, type LaterButtonProps } from "./later-button";

export type KeptDraft = {
  /** Saves the draft. @returns its id on the server; null if it is not saved */
  save: () => Promise<string | null>;
  /** Deletes it, also on the server. @throws ApiError */
  discard: () => Promise<void>;
};

export interface DraftKeeperProps extends LaterButtonProps {
  isEmpty: boolean;
  /** Receives the functions that save or delete the draft. */
  onReady?: ((kept: KeptDraft) => void) | undefined;
  /** Called when the draft becomes saved or unsaved. */
  onDirty: (isDirty: boolean) => void;
}

/** Keeps a reply or a quote on the server, among the person's drafts, and publishes it later. */
export function DraftKeeper({ draft, isEmpty, onReady, onDirty, ...later }: DraftKeeperProps) {
  const t = useTranslations("timeline.drafts");
  const saver = saverOf(draft);
  const { state, isDirty } = useStore(saver.state);
  useEffect(() => saver.use(), [saver]);
  useEffect(
    () =>
      onReady?.({
        save: async () => ((await saver.save()) ? (draft.state.getState().saved?.id ?? null) : null),
        discard: () => saver.discard(),
      }),
    [onReady, saver, draft],
  );
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return (
    <>
      {!isEmpty && <LaterButton draft={draft} {...later} />}
      {state !== "idle" && (
        <span className="min-w-0 truncate pl-1 text-xs text-muted max-sm:sr-only">{t(`state.${state}`)}</span>
      )}
    </>
  );
}

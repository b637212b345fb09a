"use client";

import { Clock, NotebookPen } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "@/components/ui/icon-button";
import { useEverTrue } from "@/components/ui/use-ever-true";
import type { ComposerDraft } from "./composer-draft";
import { saverOf } from "./draft-saver";

export { DraftKeeper } from "./draft-keeper";

const DraftsDialog = dynamic(() => import("./drafts-dialog").then((module) => module.DraftsDialog), {
  ssr: false,
});

const ScheduleDialog = dynamic(() => import("./schedule-dialog").then((module) => module.ScheduleDialog), {
  ssr: false,
});

export interface ComposerToolsProps {
  draft: ComposerDraft;
  isEmpty: boolean;
  /** Asks first where pictures have no descriptions. */
  remind: (act: () => void) => void;
}

/** Keeps the person's draft on the server, opens their others, also by the address, and publishes it later. */
export function ComposerTools({ draft, isEmpty, remind }: ComposerToolsProps) {
  const t = useTranslations("timeline.drafts");
  const saver = saverOf(draft);
  const state = useStore(saver.state, ({ state }) => state);
  const [isOpen, setIsOpen] = useState(() => location.hash === "#drafts");
  const [isScheduling, setIsScheduling] = useState(false);
  const hasDialog = useEverTrue(isOpen);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => saver.use(), [saver]);
  return (
    <>
      <IconButton
        ref={button}
        label={t("title")}
        className="flex-none text-accent"
        onClick={() => setIsOpen(true)}
      >
        <NotebookPen aria-hidden />
      </IconButton>
      {!isEmpty && (
        <IconButton
          label={t("later")}
          className="flex-none text-accent"
          onClick={() => remind(() => setIsScheduling(true))}
        >
          <Clock aria-hidden />
        </IconButton>
      )}
      {state !== "idle" && (
        <span className="min-w-0 truncate pl-1 text-xs text-muted max-sm:sr-only">{t(`state.${state}`)}</span>
      )}
      {hasDialog && <DraftsDialog draft={draft} open={isOpen} onOpenChange={setIsOpen} />}
      {isScheduling && (
        <ScheduleDialog
          draft={draft}
          finalFocus={() => button.current?.form?.querySelector("textarea")}
          onClose={() => setIsScheduling(false)}
        />
      )}
    </>
  );
}

"use client";

import { NotebookPen } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "@/components/ui/icon-button";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { saverOf } from "./draft-saver";
import { LaterButton, type LaterButtonProps } from "./later-button";

export { DraftKeeper } from "./draft-keeper";

const DraftsDialog = dynamic(() => import("./drafts-dialog").then((module) => module.DraftsDialog), {
  ssr: false,
});

export interface ComposerToolsProps extends Pick<LaterButtonProps, "draft" | "remind"> {
  isEmpty: boolean;
}

/** Keeps the person's draft on the server, opens their others, also by the address, and publishes it later. */
export function ComposerTools({ draft, isEmpty, remind }: ComposerToolsProps) {
  const t = useTranslations("timeline.drafts");
  const saver = saverOf(draft);
  const state = useStore(saver.state, ({ state }) => state);
  const [isOpen, setIsOpen] = useState(() => location.hash === "#drafts");
  const hasDialog = useEverTrue(isOpen);
  useEffect(() => saver.use(), [saver]);
  return (
    <>
      <IconButton label={t("title")} className="flex-none text-accent" onClick={() => setIsOpen(true)}>
        <NotebookPen aria-hidden />
      </IconButton>
      {!isEmpty && <LaterButton draft={draft} remind={remind} />}
      {state !== "idle" && (
        <span className="min-w-0 truncate pl-1 text-xs text-muted max-sm:sr-only">{t(`state.${state}`)}</span>
      )}
      {hasDialog && <DraftsDialog draft={draft} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}

"use client";

import { Clock } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { ComposerDraft } from "./composer-draft";

const ScheduleDialog = dynamic(() => import("./schedule-dialog").then((module) => module.ScheduleDialog), {
  ssr: false,
});

export interface LaterButtonProps {
  draft: ComposerDraft;
  /** Asks first where pictures have no descriptions. */
  remind: (act: () => void) => void;
  onScheduled?: (() => void) | undefined;
}

/** Schedules the post. */
export function LaterButton({ draft, remind, onScheduled }: LaterButtonProps) {
  const t = useTranslations("timeline.drafts");
  /** The composer, which outlasts the button: that goes with the text. */
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  return (
    <>
      <IconButton
        label={t("later")}
        className="flex-none text-accent"
        onClick={({ currentTarget }) => remind(() => setForm(currentTarget.closest("form")))}
      >
        <Clock aria-hidden />
      </IconButton>
      {form && (
        <ScheduleDialog
          draft={draft}
          finalFocus={() => form.querySelector("textarea")}
          onScheduled={onScheduled}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
}

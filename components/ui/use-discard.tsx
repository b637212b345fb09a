"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { LeaveDialog } from "./leave-dialog";
import { useEverTrue } from "./use-ever-true";

const ConfirmDialog = dynamic(() => import("./confirm-dialog").then((module) => module.ConfirmDialog), {
  ssr: false,
});

/**
 * Asks before unsaved input is dropped: when its dialog is closed, and when the page is left.
 * @returns `close`, which calls `onClose` or asks first, and the question to render
 */
export function useDiscard(
  isUnsaved: boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const t = useTranslations("common");
  const [isAsking, setIsAsking] = useState(false);
  const hasAsked = useEverTrue(isAsking);
  return {
    close: () => (isUnsaved ? setIsAsking(true) : onClose()),
    question: (
      <>
        <LeaveDialog isUnsaved={isUnsaved} />
        {hasAsked && (
          <ConfirmDialog
            open={isAsking}
            onOpenChange={setIsAsking}
            title={t("discardTitle")}
            description={t("leaveText")}
            confirmLabel={t("discard")}
            danger
            onConfirm={() => {
              setIsAsking(false);
              onClose();
            }}
          />
        )}
      </>
    ),
  };
}

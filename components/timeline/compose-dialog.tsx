"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { useDiscard } from "@/components/ui/use-discard";
import type { ComposeRequest } from "@/lib/posts/compose-store";
import { deleteDraft } from "@/lib/posts/draft-queries";
import { Composer } from "./composer/composer";
import type { KeptDraft } from "./composer/draft-keeper";
import { useTimeline } from "./timeline-context";

/** Longer than the two presses of a double click are apart. */
const SECOND_PRESS_MS = 300;

/** The dialog closes at once, and the second press of a double click would reach what is behind it. */
function swallowSecondPress(): void {
  const shield = document.createElement("div");
  shield.className = "fixed inset-0 z-50";
  document.body.append(shield);
  setTimeout(() => shield.remove(), SECOND_PRESS_MS);
}

/** The full composer, from anywhere: with the person's own draft, or with one that an app or a quote starts. */
export function ComposeDialog({ request }: { request: ComposeRequest }) {
  const t = useTranslations("timeline");
  // A new key for each request, because the composer attaches an app only once.
  const [app] = useState(() => request.share && { ...request.share.app });
  const [isEdited, setIsEdited] = useState(false);
  const client = useQueryClient();
  const { failed } = useTimeline();
  const kept = useRef<KeptDraft>(null);
  const onKeeper = useCallback((ready: KeptDraft) => void (kept.current = ready), []);
  const { close, question } = useDiscard(isEdited, () => {
    // Before the composer unmounts, which saves its draft.
    if (isEdited) kept.current?.discard().catch(failed);
    request.done(false);
  });
  const isLeaving = useRef(false);
  /** Keeps a reply or a quote; asks where that is not possible. */
  const leave = async () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    const id = isEdited && kept.current ? await kept.current.save() : null;
    isLeaving.current = false;
    if (id === null) return close();
    const discard = () => void deleteDraft(client, id).catch(failed);
    toast(t("drafts.kept"), { action: { label: t("discard"), onClick: discard } });
    request.done(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && void leave()}
      title={request.replyTo ? t("replyingTo", { name: `@${request.replyTo.username}` }) : t("compose")}
      // The person is the author of the post, not the app.
      description={request.by && t("composedBy", { app: request.by })}
      size="lg"
    >
      <Composer
        autoFocus
        roomy
        initial={request.own ? undefined : { ...request, moment: request.share?.moment }}
        attach={app}
        replyTo={request.replyTo}
        // Keeps the person's own draft.
        onEdited={request.own ? undefined : setIsEdited}
        onKeeper={onKeeper}
        onPosted={() => {
          request.done(true);
          swallowSecondPress();
        }}
        className="-mx-5 -my-4 border-b-0"
      />
      {question}
    </Dialog>
  );
}

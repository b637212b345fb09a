"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useDiscard } from "@/components/ui/use-discard";
import type { ComposeRequest } from "@/lib/posts/compose-store";
import { Composer } from "./composer/composer";

/** The full composer, from anywhere: with the person's own draft, or one that an app or a quote begins. */
export function ComposeDialog({ request }: { request: ComposeRequest }) {
  const t = useTranslations("timeline");
  // Each request has one of its own: the composer attaches an app once.
  const [app] = useState(() => request.share && { ...request.share.app });
  const [isEdited, setIsEdited] = useState(false);
  const { close, question } = useDiscard(isEdited, () => request.done(false));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={request.replyTo ? t("replyingTo", { name: `@${request.replyTo.username}` }) : t("compose")}
      // What is posted is the person's own word.
      description={request.by && t("composedBy", { app: request.by })}
      size="lg"
    >
      <Composer
        autoFocus
        roomy
        initial={request.own ? undefined : { ...request, moment: request.share?.moment }}
        attach={app}
        replyTo={request.replyTo}
        // One's own draft is kept.
        onEdited={request.own ? undefined : setIsEdited}
        onPosted={() => request.done(true)}
        className="-mx-5 -my-4 border-b-0"
      />
      {question}
    </Dialog>
  );
}

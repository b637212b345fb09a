"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import type { ComposeRequest } from "@/lib/posts/compose-store";
import { Composer } from "./composer/composer";

export function ComposeDialog({ request }: { request: ComposeRequest }) {
  const t = useTranslations("timeline");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && request.done(false)}
      title={t("compose")}
      // What is posted is the person's own word.
      description={request.by && t("composedBy", { app: request.by })}
      size="lg"
    >
      <Composer
        autoFocus
        initial={request}
        onPosted={() => request.done(true)}
        className="-mx-5 -my-4 border-b-0"
      />
    </Dialog>
  );
}

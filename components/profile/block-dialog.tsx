"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useBlock } from "@/lib/people/mutations";
import { closeAsked, type BlockTarget } from "@/lib/moderation/store";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Confirms blocking somebody. */
export function BlockDialog({ person: { id, name } }: { person: BlockTarget }) {
  const t = useTranslations("profile");
  const errors = useErrorTexts();
  const block = useBlock(id);
  return (
    <ConfirmDialog
      danger
      open
      onOpenChange={(open) => !open && closeAsked()}
      title={t("blockTitle", { name })}
      description={t("blockText")}
      confirmLabel={t("blockConfirm")}
      pending={block.isPending}
      onConfirm={() =>
        block.mutate(true, {
          onError: (error) => void toast(errors.text(error), { tone: "danger" }),
          onSuccess: () => void toast(t("blocked", { name })),
          onSettled: closeAsked,
        })
      }
    />
  );
}

"use client";

import { Ellipsis, Flag, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { askReport } from "@/lib/moderation/store";
import type { Review } from "@/lib/reviews/contract";
import { useAnswer } from "@/lib/reviews/mutations";
import { EditDelete } from "./edit-delete";

const ConfirmDialog = dynamic(
  () => import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

interface DeletableProps {
  review: Review;
  /** What to focus when the answer is gone. */
  finalFocus: () => HTMLElement | null | undefined;
}

/** For the maker: edits or deletes their answer. */
export function AnswerActions({
  review,
  autoFocus,
  onEdit,
  finalFocus,
}: DeletableProps & { autoFocus: boolean; onEdit: () => void }) {
  const t = useTranslations("reviews");
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <EditDelete
        autoFocus={autoFocus}
        edit={{ label: t("editAnswer"), onClick: onEdit }}
        remove={{ label: t("deleteAnswer"), onClick: () => setAsked(true) }}
      />
      <DeleteAnswer review={review} open={isAsked} onOpenChange={setAsked} finalFocus={finalFocus} />
    </>
  );
}

/** For others: reports the maker's answer; moderators delete it. */
export function AnswerMenu({
  review,
  isModerator,
  finalFocus,
}: Partial<DeletableProps> & { review: Review; isModerator: boolean }) {
  const t = useTranslations("reviews");
  const [isAsked, setAsked] = useState(false);
  const { appId, id, author } = review;
  const report = () =>
    askReport({ type: "answer", appId, id, name: t("answerTo", { name: `@${author.username}` }) });
  const items = [
    { key: "report", label: t("report"), icon: <Flag aria-hidden />, danger: true, onSelect: report },
    {
      key: "delete",
      label: t("deleteAnswer"),
      icon: <Trash2 aria-hidden />,
      danger: true,
      onSelect: () => setAsked(true),
    },
  ];
  return (
    <>
      <DropdownMenu
        label={t("answerMenu")}
        align="end"
        items={isModerator ? items : items.slice(0, 1)}
        trigger={
          <IconButton label={t("answerMenu")} size="sm" className="-my-1 -mr-1 text-subtle">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      />
      {finalFocus && (
        <DeleteAnswer review={review} open={isAsked} onOpenChange={setAsked} finalFocus={finalFocus} />
      )}
    </>
  );
}

function DeleteAnswer({
  review,
  open,
  onOpenChange,
  finalFocus,
}: DeletableProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("reviews");
  const errors = useErrorTexts();
  const answer = useAnswer(review);
  const hasAsked = useEverTrue(open);
  const remove = () =>
    answer.mutate(null, {
      onSuccess: () => toast(t("answerDeleted")),
      onError: (error) => {
        onOpenChange(false);
        toast(errors.text(error), { tone: "danger" });
      },
    });
  return (
    hasAsked && (
      <ConfirmDialog
        open={open}
        onOpenChange={onOpenChange}
        danger
        title={t("deleteAnswerTitle")}
        confirmLabel={t("deleteAnswer")}
        pending={answer.isPending}
        onConfirm={remove}
        finalFocus={finalFocus}
      />
    )
  );
}

"use client";

import { Ellipsis, Flag, Pencil, ThumbsUp, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { askReport } from "@/lib/moderation/store";
import type { Review } from "@/lib/reviews/contract";
import { useAnswer, useHelpful } from "@/lib/reviews/mutations";
import { ReviewAnswer, ReviewBody } from "./review-body";

const AnswerForm = dynamic(() => import("./review-forms").then((module) => module.AnswerForm), {
  ssr: false,
});
const ConfirmDialog = dynamic(
  () => import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

/** Somebody else's review. The app's maker can answer it. */
export function ReviewItem({ review, isMaker }: { review: Review; isMaker: boolean }) {
  const t = useTranslations("reviews");
  const [isAnswering, setAnswering] = useState(false);
  const { author, helpful, viewer } = review;
  const vote = useHelpful(review);
  const errors = useErrorTexts();
  const failed = (error: unknown) => void toast(errors.text(error), { tone: "danger" });
  const report = () => askReport({ type: "review", id: review.id, name: `@${author.username}` });
  return (
    <li data-review={review.id} className="py-5 first:pt-0">
      <ReviewBody
        review={review}
        action={
          <DropdownMenu
            label={t("menu")}
            align="end"
            items={[
              {
                key: "report",
                label: t("report"),
                icon: <Flag aria-hidden />,
                danger: true,
                onSelect: report,
              },
            ]}
            trigger={
              <IconButton label={t("menu")} size="sm" className="-my-1 text-subtle">
                <Ellipsis aria-hidden />
              </IconButton>
            }
          />
        }
      />
      <div className="pl-11">
        <div className="mt-2 -ml-2.5 flex flex-wrap gap-1">
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={viewer.helpful}
            className={cn("tabular-nums", viewer.helpful && "text-accent")}
            icon={<ThumbsUp aria-hidden className={cn(viewer.helpful && "fill-current")} />}
            onClick={() => vote.mutate(!viewer.helpful, { onError: failed })}
          >
            {t("helpful", { count: helpful })}
          </Button>
          {isMaker && !review.answer && !isAnswering && (
            <Button size="sm" variant="ghost" onClick={() => setAnswering(true)}>
              {t("answer")}
            </Button>
          )}
        </div>
        {isAnswering ? (
          <div className="mt-3">
            <AnswerForm review={review} onClose={() => setAnswering(false)} />
          </div>
        ) : (
          <ReviewAnswer
            review={review}
            action={isMaker && <AnswerActions review={review} onEdit={() => setAnswering(true)} />}
          />
        )}
      </div>
    </li>
  );
}

function AnswerActions({ review, onEdit }: { review: Review; onEdit: () => void }) {
  const t = useTranslations("reviews");
  const errors = useErrorTexts();
  const answer = useAnswer(review);
  const [isAsked, setAsked] = useState(false);
  const [hasAsked, setHasAsked] = useState(false);
  const ask = () => {
    setHasAsked(true);
    setAsked(true);
  };
  const remove = () =>
    answer.mutate(null, {
      onSuccess: () => toast(t("answerDeleted")),
      onError: (error) => {
        setAsked(false);
        toast(errors.text(error), { tone: "danger" });
      },
    });
  return (
    <>
      <IconButton size="sm" label={t("editAnswer")} className="-my-1 text-subtle" onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t("deleteAnswer")} className="-my-1 -mr-1 text-subtle" onClick={ask}>
        <Trash2 aria-hidden />
      </IconButton>
      {hasAsked && (
        <ConfirmDialog
          open={isAsked}
          onOpenChange={setAsked}
          danger
          title={t("deleteAnswerTitle")}
          confirmLabel={t("deleteAnswer")}
          pending={answer.isPending}
          onConfirm={remove}
        />
      )}
    </>
  );
}

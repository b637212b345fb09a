"use client";

import { Ellipsis, Flag, ThumbsUp } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { askReport } from "@/lib/moderation/store";
import type { Review } from "@/lib/reviews/contract";
import { useHelpful } from "@/lib/reviews/mutations";
import { AnswerActions, AnswerMenu } from "./answer-actions";
import { ReviewAnswer, ReviewBody } from "./review-body";

const AnswerForm = dynamic(() => import("./review-forms").then((module) => module.AnswerForm), {
  ssr: false,
});
interface ReviewItemProps {
  review: Review;
  isMaker: boolean;
  isModerator: boolean;
}

/** Somebody else's review. The app's maker can answer it. */
export function ReviewItem({ review, isMaker, isModerator }: ReviewItemProps) {
  const t = useTranslations("reviews");
  const [isAnswering, setAnswering] = useState(false);
  // Focus returns to the control that opened the form, or to its replacement.
  const hasAnswered = useEverTrue(isAnswering);
  const buttons = useRef<HTMLDivElement>(null);
  const lastButton = () => buttons.current?.querySelector<HTMLElement>("button:last-of-type");
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
        <div ref={buttons} className="mt-2 -ml-2.5 flex flex-wrap gap-1">
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
            <Button autoFocus={hasAnswered} size="sm" variant="ghost" onClick={() => setAnswering(true)}>
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
            action={
              isMaker ? (
                <AnswerActions
                  review={review}
                  autoFocus={hasAnswered}
                  onEdit={() => setAnswering(true)}
                  finalFocus={lastButton}
                />
              ) : (
                <AnswerMenu review={review} isModerator={isModerator} finalFocus={lastButton} />
              )
            }
          />
        )}
      </div>
    </li>
  );
}

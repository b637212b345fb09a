"use client";

import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Review } from "@/lib/reviews/contract";
import { useDeleteReview } from "@/lib/reviews/mutations";
import { ownReviewQuery } from "@/lib/reviews/queries";
import { AnswerMenu } from "./answer-actions";
import { EditDelete } from "./edit-delete";
import { ReviewAnswer, ReviewBody } from "./review-body";

const ReviewForm = dynamic(() => import("./review-forms").then((module) => module.ReviewForm), {
  ssr: false,
});
const ConfirmDialog = dynamic(
  () => import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

/** The viewer's review of an app, or how to write one. */
export function OwnReview({ appId }: { appId: string }) {
  const t = useTranslations("reviews");
  const { data: own } = useQuery(ownReviewQuery(appId));
  const [isWriting, setWriting] = useState(false);
  // The focus returns to what opened the form.
  const hasWritten = useEverTrue(isWriting);
  const writeButton = useRef<HTMLButtonElement>(null);
  if (!own || (own.standing === "owner" && !own.review)) return null;
  if (isWriting)
    return (
      <div className="card p-4">
        <ReviewForm appId={appId} review={own.review} onClose={() => setWriting(false)} />
      </div>
    );
  if (own.review)
    return (
      <WrittenReview
        review={own.review}
        autoFocus={hasWritten}
        onEdit={() => setWriting(true)}
        finalFocus={() => writeButton.current}
      />
    );
  if (own.standing === "run_first") return <p className="text-sm text-muted">{t("runFirst")}</p>;
  return (
    <Button
      ref={writeButton}
      autoFocus={hasWritten}
      className="self-start"
      icon={<Star aria-hidden />}
      onClick={() => setWriting(true)}
    >
      {t("write")}
    </Button>
  );
}

function WrittenReview({
  review,
  autoFocus,
  onEdit,
  finalFocus,
}: {
  review: Review;
  autoFocus: boolean;
  onEdit: () => void;
  /** What to focus when the review is gone. */
  finalFocus: () => HTMLElement | null;
}) {
  const t = useTranslations("reviews");
  const errors = useErrorTexts();
  const remove = useDeleteReview(review.appId);
  const [isAsked, setAsked] = useState(false);
  const hasAsked = useEverTrue(isAsked);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => toast(t("deleted")),
      onError: (error) => {
        setAsked(false);
        toast(errors.text(error), { tone: "danger" });
      },
    });
  return (
    <section aria-label={t("yours")} className="card p-4">
      <h3 className="mb-3 text-sm font-semibold text-muted">{t("yours")}</h3>
      <ReviewBody
        review={review}
        action={
          <EditDelete
            autoFocus={autoFocus}
            edit={{ label: t("edit"), onClick: onEdit }}
            remove={{ label: t("delete"), onClick: () => setAsked(true) }}
          />
        }
      />
      <div className="pl-11">
        {review.helpful > 0 && (
          <p className="mt-2 text-xs text-muted">{t("helpfulTo", { count: review.helpful })}</p>
        )}
        <ReviewAnswer review={review} action={<AnswerMenu review={review} isModerator={false} />} />
      </div>
      {hasAsked && (
        <ConfirmDialog
          open={isAsked}
          onOpenChange={setAsked}
          danger
          title={t("deleteTitle")}
          description={t("deleteText")}
          confirmLabel={t("delete")}
          pending={remove.isPending}
          onConfirm={confirm}
          finalFocus={finalFocus}
        />
      )}
    </section>
  );
}

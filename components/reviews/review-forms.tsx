"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { LeaveDialog } from "@/components/ui/leave-dialog";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { REVIEW_ANSWER_MAX_CHARS, REVIEW_MAX_CHARS } from "@/lib/config/review-limits";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import type { Review } from "@/lib/reviews/contract";
import { useAnswer, useSaveReview } from "@/lib/reviews/mutations";
import { countGraphemes, isBlank } from "@/lib/shared/visible-text";
import { StarInput } from "./star-input";

/** Writes or edits one's review. */
export function ReviewForm({
  appId,
  review,
  onClose,
}: {
  appId: string;
  review: Review | null;
  onClose: () => void;
}) {
  const t = useTranslations("reviews");
  const save = useSaveReview(appId);
  const [stars, setStars] = useState(review?.stars ?? null);
  const [text, setText] = useState(review?.text ?? "");
  const [isAsking, setAsking] = useState(false);
  const submit = () => {
    if (stars === null) return setAsking(true);
    save.mutate(
      { stars, text },
      {
        onSuccess: () => {
          toast(t("saved"), { tone: "success" });
          onClose();
        },
      },
    );
  };
  return (
    <WritingForm
      title={t(review ? "edit" : "write")}
      label={t("text")}
      max={REVIEW_MAX_CHARS}
      text={text}
      onTextChange={setText}
      isUnsaved={!save.isSuccess && (stars !== (review?.stars ?? null) || text !== (review?.text ?? ""))}
      isPending={save.isPending}
      error={save.error}
      submitLabel={t(review ? "save" : "publish")}
      onSubmit={submit}
      onClose={onClose}
    >
      <StarInput
        label={t("yourRating")}
        nameOf={(count) => t("stars", { count })}
        value={stars}
        onValueChange={setStars}
        error={isAsking && stars === null ? t("chooseStars") : undefined}
      />
    </WritingForm>
  );
}

/** Writes or edits the maker's answer to a review. */
export function AnswerForm({ review, onClose }: { review: Review; onClose: () => void }) {
  const t = useTranslations("reviews");
  const answer = useAnswer(review);
  const before = review.answer?.text ?? "";
  const [text, setText] = useState(before);
  const submit = () => {
    if (!isBlank(text)) answer.mutate(text, { onSuccess: onClose });
  };
  return (
    <WritingForm
      title={t("answer")}
      label={t("yourAnswer")}
      max={REVIEW_ANSWER_MAX_CHARS}
      text={text}
      onTextChange={setText}
      isUnsaved={!answer.isSuccess && text !== before}
      isBlocked={isBlank(text)}
      isPending={answer.isPending}
      error={answer.error}
      submitLabel={t(review.answer ? "save" : "publishAnswer")}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

interface WritingFormProps {
  title: string;
  label: string;
  max: number;
  text: string;
  onTextChange: (text: string) => void;
  isUnsaved: boolean;
  isBlocked?: boolean;
  isPending: boolean;
  error: unknown;
  submitLabel: string;
  onSubmit: () => void;
  onClose: () => void;
  /** Above the text. */
  children?: React.ReactNode;
}

function WritingForm(props: WritingFormProps) {
  const { title, label, max, text, isBlocked, isPending, error, submitLabel, onSubmit, onClose, children } =
    props;
  const common = useTranslations("common");
  const t = useTranslations("reviews");
  const errors = useErrorTexts();
  return (
    <form
      aria-label={title}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSubmit();
      }}
    >
      <LeaveDialog isUnsaved={props.isUnsaved} />
      {children}
      <Field
        label={label}
        aside={
          <span className="tabular-nums">{t("length", { length: countGraphemes(text, max), max })}</span>
        }
      >
        <Textarea
          // The rating comes first, if there is one.
          autoFocus={!children}
          grow
          dir="auto"
          rows={4}
          value={text}
          maxGraphemes={max}
          onChange={(event) => props.onTextChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing)
              event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          {errors.text(error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          {common("cancel")}
        </Button>
        <Button type="submit" variant="primary" loading={isPending} aria-disabled={isBlocked}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

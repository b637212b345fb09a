"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { PostSkeletons } from "./post-skeleton";

export interface PostListStateProps {
  /** Why there are no posts; null while they are on their way. */
  error: unknown;
  onRetry: () => void;
}

/** Stands where a list has no posts to show yet. */
export function PostListState({ error, onRetry }: PostListStateProps) {
  const t = useTranslations("common");
  const errors = useErrorTexts();
  if (!error) return <PostSkeletons />;
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-14 text-center text-sm text-muted">
      <p>{errors.text(error)}</p>
      <Button variant="outline" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}

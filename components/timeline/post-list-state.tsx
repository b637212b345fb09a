"use client";

import { LoadFailed } from "@/components/ui/load-failed";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { PostSkeletons } from "./post-skeleton";

export interface PostListStateProps {
  /** Why there are no posts; null while they are on their way. */
  error: unknown;
  onRetry: () => void;
}

/** Stands where a list has no posts to show yet. */
export function PostListState({ error, onRetry }: PostListStateProps) {
  const errors = useErrorTexts();
  return error ? <LoadFailed text={errors.text(error)} onRetry={onRetry} /> : <PostSkeletons />;
}

"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { PostCardProps } from "@/components/apps/playground/trial-panes";
import { CardView } from "@/components/timeline/live-card";

/** The card of an app that is tried out, as a post would show it. */
export function PlaygroundCard(props: PostCardProps) {
  const t = useTranslations("timeline");
  const format = useFormatter();
  return <CardView {...props} texts={{ t, format }} />;
}

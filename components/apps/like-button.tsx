"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLikeApp } from "@/lib/apps/mutations";
import type { App } from "@/lib/apps/contract";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useAppFormat } from "./use-app-format";
import { useErrorToast } from "./use-error-toast";

export function LikeButton({ app }: { app: App }) {
  const t = useTranslations("apps");
  const failed = useErrorToast();
  const format = useAppFormat();
  const like = useLikeApp(app.id);
  const { liked } = app.viewer;
  return (
    <Button
      size="lg"
      aria-pressed={liked}
      aria-label={t(liked ? "likedNamed" : "likeNamed", { name: app.name, count: app.counts.likes })}
      className={cn("tabular-nums", liked && "text-like")}
      icon={<Heart aria-hidden className={cn(liked && "fill-current")} />}
      onClick={() => like.mutate(!liked, { onError: failed })}
    >
      {format.count(app.counts.likes)}
    </Button>
  );
}

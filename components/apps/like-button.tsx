"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLikeApp } from "@/lib/apps/mutations";
import type { App } from "@/lib/apps/contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { toast } from "@/components/ui/toast";
import { useAppFormat } from "./use-app-format";

export function LikeButton({ app }: { app: App }) {
  const t = useTranslations("apps");
  const errors = useErrorTexts();
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
      onClick={() =>
        like.mutate(!liked, { onError: (error) => toast(errors.text(error), { tone: "danger" }) })
      }
    >
      {format.count(app.counts.likes)}
    </Button>
  );
}

"use client";

import { Heart } from "lucide-react";
import { useTranslations } from "next-intl";
import { likeApp } from "@/lib/apps/mutations";
import type { App } from "@/lib/apps/contract";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useQueuedToggle } from "@/lib/outbox/store";
import { asReacted } from "@/lib/shared/reactions";
import { useAppFormat } from "./use-app-format";

export function LikeButton({ app }: { app: App }) {
  const t = useTranslations("apps");
  const format = useAppFormat();
  const { counts, viewer } = asReacted(app, "like", useQueuedToggle("app-like", app.id));
  const { liked } = viewer;
  return (
    <Button
      size="lg"
      aria-pressed={liked}
      aria-label={t(liked ? "likedNamed" : "likeNamed", { name: app.name, count: counts.likes })}
      className={cn("tabular-nums", liked && "text-like")}
      icon={<Heart aria-hidden className={cn(liked && "fill-current")} />}
      onClick={() => likeApp(app.id, !liked)}
    >
      {format.count(counts.likes)}
    </Button>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { showFreshPosts, useFreshPosts } from "@/lib/posts/fresh-posts-queries";
import type { AnyFeed } from "@/lib/posts/rules";

/** Announces new posts; a click shows them on top of the feed. */
export function NewPostsPill({ feed }: { feed: AnyFeed }) {
  const t = useTranslations("timeline");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const { count: fresh } = useFreshPosts(feed);
  const show = useMutation({
    mutationFn: () => showFreshPosts(client, feed),
    // Offline, fail at once.
    networkMode: "always",
    onSuccess: () => {
      const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
      window.scrollTo({ top: 0, behavior: isReduced ? "auto" : "smooth" });
    },
    onError: (error) => void toast(errors.text(error), { tone: "danger" }),
  });
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-[calc(var(--bar-height)+var(--safe-top)+0.5rem)] z-bar flex h-0 justify-center"
    >
      {fresh > 0 && (
        <button
          type="button"
          className="new-posts pointer-events-auto h-9"
          disabled={show.isPending}
          onClick={() => show.mutate()}
        >
          {show.isPending ? <Spinner /> : <ArrowUp aria-hidden />}
          {t("newPosts", { count: fresh })}
        </button>
      )}
    </div>
  );
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { showFreshPosts } from "@/lib/posts/fresh-posts.client";
import type { Feed } from "@/lib/posts/timeline-contract";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

export interface NewPostsButtonProps {
  feed: Feed;
  /** How many there are. */
  fresh: number;
}

/** Shows the new posts of a feed, on top of it. */
export function NewPostsButton({ feed, fresh }: NewPostsButtonProps) {
  const t = useTranslations("timeline");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const [loading, setLoading] = useState(false);
  const show = async () => {
    setLoading(true);
    try {
      await showFreshPosts(client, feed);
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      window.scrollTo({ top: 0, behavior: calm ? "auto" : "smooth" });
    } catch (error) {
      toast(errors.text(error), { tone: "danger" });
    } finally {
      setLoading(false);
    }
  };
  return (
    <button
      type="button"
      className="new-posts pointer-events-auto h-9"
      disabled={loading}
      onClick={() => void show()}
    >
      {loading ? <Spinner /> : <ArrowUp aria-hidden />}
      {t("newPosts", { count: fresh })}
    </button>
  );
}

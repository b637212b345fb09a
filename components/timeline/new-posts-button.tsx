"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { showFreshPosts, stillFresh } from "@/lib/client/queries/fresh-posts";
import { timelineQuery } from "@/lib/client/queries/post-queries";
import type { Feed } from "@/lib/contracts/timeline";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

export interface NewPostsButtonProps {
  feed: Feed;
  /** Ids of what was announced; the feed may show some of it by now. */
  announced: string[];
}

/** Shows the new posts of a feed, on top of it. */
export function NewPostsButton({ feed, announced }: NewPostsButtonProps) {
  const t = useTranslations("timeline");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const { data: shown } = useInfiniteQuery(timelineQuery(feed));
  const fresh = useMemo(() => stillFresh(announced, shown), [announced, shown]);
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
  if (fresh.length === 0) return null;
  return (
    <button
      type="button"
      className="new-posts pointer-events-auto h-9"
      disabled={loading}
      onClick={() => void show()}
    >
      {loading ? <Spinner /> : <ArrowUp aria-hidden />}
      {t("newPosts", { count: fresh.length })}
    </button>
  );
}

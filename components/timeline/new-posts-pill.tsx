"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { freshPostsQuery, showFreshPosts, stillFresh } from "@/lib/client/queries/fresh-posts";
import { timelineQuery } from "@/lib/client/queries/post-queries";
import type { Feed } from "@/lib/contracts/timeline";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

/** Says that there are new posts, and shows them when the reader wants. */
export function NewPostsPill({ feed }: { feed: Feed }) {
  const t = useTranslations("timeline");
  const errors = useErrorTexts();
  const client = useQueryClient();
  const { data: announced } = useQuery(freshPostsQuery(feed));
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
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-[calc(var(--bar-height)+var(--safe-top)+0.5rem)] z-bar flex h-0 justify-center"
    >
      {fresh.length > 0 && (
        <button
          type="button"
          className="new-posts pointer-events-auto h-9"
          disabled={loading}
          onClick={() => void show()}
        >
          {loading ? <Spinner /> : <ArrowUp aria-hidden />}
          {t("newPosts", { count: fresh.length })}
        </button>
      )}
    </div>
  );
}

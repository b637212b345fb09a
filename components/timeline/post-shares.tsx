"use client";

import Link from "next/link";
import type { Post } from "@/lib/posts/contract";
import { useTimeline } from "./timeline-context";

const LISTS = ["likes", "reposts", "quotes"] as const;

/** The numbers of likes, reposts and quotes, linked to the lists. */
export function PostShares({ post: { id, counts } }: { post: Post }) {
  const { t, format } = useTimeline();
  const shown = LISTS.filter((list) => counts[list] > 0);
  if (shown.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 border-b border-border px-4 py-1.5 text-sm text-muted">
      {shown.map((list) => (
        <Link
          key={list}
          href={`/post/${id}/${list}`}
          prefetch={false}
          className="inline-flex min-h-8 items-center gap-1 hover:underline touch:min-h-11"
        >
          <span>
            {t.rich(`${list}Of`, {
              count: counts[list],
              shown: format.number(counts[list]),
              b: (text) => <strong className="font-semibold text-text tabular-nums">{text}</strong>,
            })}
          </span>
        </Link>
      ))}
    </p>
  );
}

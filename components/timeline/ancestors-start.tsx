import Link from "next/link";
import { THREAD_ANCESTORS_MAX } from "@/lib/config/limits";
import type { Post } from "@/lib/posts/contract";

interface AncestorsStartProps {
  post: Post;
  /** The shown ones, oldest first. */
  ancestors: readonly Post[];
  t: (key: "threadStart" | "parentGone") => string;
}

/** Above the ancestors of a post: what stands in place of the further ones. */
export function AncestorsStart({ post, ancestors, t }: AncestorsStartProps) {
  const { reply } = ancestors[0] ?? post;
  if (!reply) return null;
  if (ancestors.length < THREAD_ANCESTORS_MAX)
    return (
      <p className="mx-4 my-3 rounded-lg border border-dashed border-border px-3.5 py-3 text-sm text-muted">
        {t("parentGone")}
      </p>
    );
  return (
    <Link
      href={`/post/${reply.rootId}`}
      prefetch={false}
      className="flex min-h-11 items-center border-b border-border px-4 text-sm font-medium text-accent hover:underline"
    >
      {t("threadStart")}
    </Link>
  );
}

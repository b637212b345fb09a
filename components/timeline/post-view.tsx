"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, FileQuestion } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { nameOf } from "@/lib/people/rules";
import { postQuery } from "@/lib/posts/queries";
import { OpenedPost } from "./opened-post";
import { PostCard } from "./post-card";
import { PostShares } from "./post-shares";
import { PostSkeletons } from "./post-skeleton";
import { Replies } from "./replies";

const Continuation = dynamic(() => import("./continuation").then((module) => module.Continuation));
const Ancestors = dynamic(() => import("./ancestors").then((module) => module.Ancestors));

/** One post with its thread. */
export function PostView({ id }: { id: string }) {
  const t = useTranslations("timeline");
  const router = useRouter();
  const { data: post, isPending } = useQuery(postQuery(id));
  if (isPending) return <PostSkeletons count={1} />;
  if (!post) return <PostGone />;
  return (
    <div className="timeline-page">
      <div className="timeline-column">
        <div className="flex items-center gap-1 border-b border-border px-2 py-1.5">
          <Link
            href="/timeline"
            className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-text touch:min-h-11"
            onClick={(event) => {
              // Back keeps the scroll position.
              if (event.metaKey || event.ctrlKey || event.shiftKey || !cameFromHere()) return;
              event.preventDefault();
              router.back();
            }}
          >
            <ArrowLeft aria-hidden className="size-4.5" />
            {t("backToTimeline")}
          </Link>
          <h1 className="sr-only">{t("postBy", { name: nameOf(post.author) })}</h1>
        </div>
        {post.reply && <Ancestors post={post} />}
        <OpenedPost isReply={post.reply !== null}>
          <PostCard
            post={post}
            alone
            eager
            onDeleted={() => router.push(post.reply ? `/post/${post.reply.parentId}` : "/timeline")}
          />
        </OpenedPost>
        <PostShares post={post} />
        {post.hasThread && (
          // It may begin here, with the viewer's own reply.
          <LazyBoundary>
            <Continuation post={post} />
          </LazyBoundary>
        )}
        <Replies post={post} />
      </div>
    </div>
  );
}

/** True if the previous page was ours, so that Back stays inside. */
function cameFromHere(): boolean {
  const navigation = (window as { navigation?: { canGoBack?: boolean } }).navigation;
  return navigation?.canGoBack ?? window.history.length > 2;
}

function PostGone() {
  const t = useTranslations("timeline");
  return (
    <EmptyState
      icon={<FileQuestion />}
      title={t("postGoneTitle")}
      description={t("postGoneText")}
      action={
        <ButtonLink href="/timeline" variant="primary">
          {t("backToTimeline")}
        </ButtonLink>
      }
    />
  );
}

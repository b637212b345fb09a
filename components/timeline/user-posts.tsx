"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { userPostsQuery } from "@/lib/posts/queries";
import type { PostTab } from "@/lib/posts/rules";
import { OutgoingAbove } from "./outgoing-posts";
import { PostList } from "./post-list";
import { useTimeline } from "./timeline-context";

const EMPTY = {
  posts: "emptyUserTitle",
  replies: "emptyReplies",
  media: "emptyMedia",
  likes: "emptyLikes",
} as const;

/** A list of a profile. */
export function UserPosts({ userId, tab }: { userId: string; tab: PostTab }) {
  const t = useTranslations("timeline");
  const { me } = useTimeline();
  const query = useInfiniteQuery(userPostsQuery(userId, tab));
  const own = userId === me.id && tab === "posts";
  return (
    <>
      {own && <OutgoingAbove shown={query.data?.pages[0]?.items ?? []} />}
      <PostList
        query={query}
        isProfile={tab === "posts"}
        listKey={`user-${userId}-${tab}`}
        label={t(`tab.${tab}`)}
        empty={
          <EmptyState
            icon={<MessageSquareText />}
            title={t(own ? "emptyOwnTitle" : EMPTY[tab])}
            description={own ? t("emptyOwnText") : undefined}
          />
        }
      />
    </>
  );
}

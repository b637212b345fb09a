"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { userPostsQuery } from "@/lib/posts/queries";
import { OutgoingPosts } from "./outgoing-posts";
import { PostList } from "./post-list";
import { useTimeline } from "./timeline-context";

export function UserPosts({ userId }: { userId: string }) {
  const t = useTranslations("timeline");
  const { me } = useTimeline();
  const query = useInfiniteQuery(userPostsQuery(userId));
  const own = userId === me.id;
  return (
    <>
      {own && <OutgoingPosts shown={query.data?.pages[0]?.items ?? []} />}
      <PostList
        query={query}
        isProfile
        listKey={`user-${userId}`}
        label={t("postsOfPerson")}
        empty={
          <EmptyState
            icon={<MessageSquareText />}
            title={t(own ? "emptyOwnTitle" : "emptyUserTitle")}
            description={own ? t("emptyOwnText") : undefined}
          />
        }
      />
    </>
  );
}

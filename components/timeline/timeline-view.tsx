"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LatePart } from "@/components/ui/late-part";
import { Tabs } from "@/components/ui/tabs";
import { timelineQuery } from "@/lib/posts/queries";
import type { AppShort } from "@/lib/apps/contract";
import type { Feed } from "@/lib/posts/rules";
import { Composer } from "./composer/composer";
import { PostList } from "./post-list";

const EmptyFeed = dynamic(() => import("./empty-feed").then((module) => module.EmptyFeed));
// Both show what only the browser knows, so the server has nothing to render.
const NewPostsPill = dynamic(() => import("./new-posts-pill").then((module) => module.NewPostsPill), {
  ssr: false,
});
const OutgoingAbove = dynamic(() => import("./outgoing-posts").then((module) => module.OutgoingAbove), {
  ssr: false,
});

export interface TimelineViewProps {
  initialFeed: Feed;
  attach?: AppShort;
}

export function TimelineView({ initialFeed, attach }: TimelineViewProps) {
  const t = useTranslations("timeline");
  const [feed, setFeed] = useState(initialFeed);
  const choose = (next: Feed) => {
    setFeed(next);
    window.scrollTo({ top: 0 });
    // Not router.replace: that would fetch the page again.
    window.history.replaceState(null, "", next === "home" ? "/timeline?feed=home" : "/timeline?feed=all");
  };
  return (
    <div className="timeline-page">
      <h1 className="sr-only">{t("title")}</h1>
      <div className="timeline-column">
        <Tabs
          label={t("feeds")}
          value={feed}
          onValueChange={choose}
          tabs={[
            { value: "home", label: t("home") },
            { value: "all", label: t("everyone") },
          ]}
          listClassName="timeline-tabs"
        >
          <Composer key={attach?.id} attach={attach} />
          <NewPostsPill feed={feed} />
          <FeedPosts key={feed} feed={feed} onEveryone={() => choose("all")} />
        </Tabs>
      </div>
    </div>
  );
}

function FeedPosts({ feed, onEveryone }: { feed: Feed; onEveryone: () => void }) {
  const t = useTranslations("timeline");
  const query = useInfiniteQuery(timelineQuery(feed));
  return (
    <>
      <OutgoingAbove shown={query.data?.pages[0]?.items ?? []} />
      <PostList
        query={query}
        listKey={`timeline-${feed}`}
        label={t(feed === "home" ? "home" : "everyone")}
        empty={
          <LatePart>
            <EmptyFeed feed={feed} onEveryone={onEveryone} />
          </LatePart>
        }
      />
    </>
  );
}

"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CodeBoundary } from "@/components/ui/code-boundary";
import { LazyBoundary } from "@/components/ui/lazy-boundary";
import { Tabs, type Tab } from "@/components/ui/tabs";
import { timelineQuery } from "@/lib/posts/queries";
import type { AppShort } from "@/lib/apps/contract";
import { listOfFeed, type AnyFeed } from "@/lib/posts/rules";
import type { PeopleList } from "@/lib/people/list-contract";
import { Composer } from "./composer/composer";
import { PostList } from "./post-list";
import { useTimeline } from "./timeline-context";

const EmptyFeed = dynamic(() => import("./feed-chunk").then((module) => module.EmptyFeed));
// Both show what only the browser knows, so the server has nothing to render.
const FeedNews = dynamic(() => import("./feed-chunk").then((module) => module.FeedNews), { ssr: false });
const OutgoingAbove = dynamic(() => import("./feed-chunk").then((module) => module.OutgoingAbove), {
  ssr: false,
});

interface TimelineViewProps {
  initialFeed: AnyFeed;
  initialLists: PeopleList[];
  attach?: AppShort;
}

export function TimelineView({ initialFeed, initialLists, attach }: TimelineViewProps) {
  const { t } = useTimeline();
  const [lists, setLists] = useState(initialLists);
  const tabs: Tab<AnyFeed>[] = [
    { value: "home", label: t("home") },
    { value: "all", label: t("everyone") },
    ...lists.map(({ id, name }) => ({ value: `list:${id}` as const, label: name })),
  ];
  const [chosen, setFeed] = useState(initialFeed);
  // A list may have been deleted on another device.
  const { value: feed, label } = tabs.find(({ value }) => value === chosen) ?? tabs[0]!;
  const choose = (next: AnyFeed) => {
    setFeed(next);
    window.scrollTo({ top: 0 });
    // Not router.replace: that would fetch the page again.
    const list = listOfFeed(next);
    window.history.replaceState(null, "", list ? `/timeline?list=${list}` : `/timeline?feed=${next}`);
  };
  return (
    <div className="timeline-page">
      <h1 className="sr-only">{t("title")}</h1>
      <div className="timeline-column">
        <Tabs
          label={t("feeds")}
          value={feed}
          onValueChange={choose}
          tabs={tabs}
          listClassName="timeline-tabs"
        >
          <Composer key={attach?.id} attach={attach} />
          <CodeBoundary>
            <FeedNews feed={feed} onLists={setLists} />
          </CodeBoundary>
          <FeedPosts key={feed} feed={feed} label={String(label)} onEveryone={() => choose("all")} />
        </Tabs>
      </div>
    </div>
  );
}

function FeedPosts({ feed, label, onEveryone }: { feed: AnyFeed; label: string; onEveryone: () => void }) {
  const query = useInfiniteQuery(timelineQuery(feed));
  return (
    <>
      <CodeBoundary>
        <OutgoingAbove shown={query.data?.pages[0]?.items ?? []} />
      </CodeBoundary>
      <PostList
        query={query}
        listKey={`timeline-${feed}`}
        label={label}
        empty={
          <LazyBoundary>
            <EmptyFeed feed={feed} onEveryone={onEveryone} />
          </LazyBoundary>
        }
      />
    </>
  );
}

"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PeopleList } from "@/components/profile/people-list";
import { PostList } from "@/components/timeline/post-list";
import { Tabs } from "@/components/ui/tabs";
import type { ReactorList } from "@/lib/people/contract";
import { reactorsQuery } from "@/lib/people/queries";
import { quotesQuery } from "@/lib/posts/queries";

export type ShareList = ReactorList | "quotes";

/** The people who like or repost a post, and the posts that quote it. */
export function SharesScreen({
  postId,
  meId,
  initial,
}: {
  postId: string;
  meId: string;
  initial: ShareList;
}) {
  const t = useTranslations("timeline");
  const [list, setList] = useState(initial);
  const choose = (next: ShareList) => {
    setList(next);
    window.history.replaceState(null, "", `/post/${postId}/${next}`);
  };
  return (
    <div className="timeline-page">
      <div className="timeline-column overflow-clip">
        <div className="flex items-center gap-1 px-2 py-1.5">
          <Link
            href={`/post/${postId}`}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-text touch:min-h-11"
          >
            <ArrowLeft aria-hidden className="size-4.5" />
            {t("backToPost")}
          </Link>
          <h1 className="sr-only">{t("sharesTitle")}</h1>
        </div>
        <Tabs
          label={t("sharesTitle")}
          value={list}
          onValueChange={choose}
          tabs={(["likes", "reposts", "quotes"] as const).map((value) => ({
            value,
            label: t(`${value}List`),
          }))}
          listClassName="timeline-tabs"
        >
          {list === "quotes" ? (
            <Quotes postId={postId} />
          ) : (
            <Reactors key={list} {...{ postId, meId, list }} />
          )}
        </Tabs>
      </div>
    </div>
  );
}

const Empty = ({ text }: { text: string }) => (
  <p className="px-6 py-14 text-center text-sm text-muted">{text}</p>
);

function Reactors({ postId, meId, list }: { postId: string; meId: string; list: ReactorList }) {
  const t = useTranslations("timeline");
  return (
    <PeopleList
      query={useInfiniteQuery(reactorsQuery(postId, list))}
      meId={meId}
      label={t(`${list}List`)}
      empty={<Empty text={t(list === "likes" ? "noLikes" : "noReposts")} />}
    />
  );
}

function Quotes({ postId }: { postId: string }) {
  const t = useTranslations("timeline");
  return (
    <PostList
      query={useInfiniteQuery(quotesQuery(postId))}
      listKey={`quotes-${postId}`}
      label={t("quotesList")}
      empty={<Empty text={t("noQuotes")} />}
    />
  );
}

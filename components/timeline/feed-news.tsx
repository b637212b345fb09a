"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PeopleList } from "@/lib/people/list-contract";
import { myListsQuery } from "@/lib/people/queries";
import type { AnyFeed } from "@/lib/posts/rules";
import { NewPostsPill } from "./new-posts-pill";

/** The live part of a feed: new posts, and the viewer's lists. */
export function FeedNews({ feed, onLists }: { feed: AnyFeed; onLists: (lists: PeopleList[]) => void }) {
  const { data } = useQuery(myListsQuery());
  useEffect(() => {
    if (data) onLists(data.items);
  }, [data, onLists]);
  return <NewPostsPill feed={feed} />;
}

"use client";

import type { Post } from "@/lib/posts/contract";
import { BoardCard } from "./board-card";
import { LiveCard } from "./live-card";

/** What a post shows of its app: the shared moment or its card, or else the best scores. */
export function AppCard({ post, appName }: { post: Post; appName: string }) {
  const { moment, room, board } = post;
  const shown = moment ?? room;
  if (shown?.card) return <LiveCard card={shown.card} version={shown.version} appName={appName} />;
  return board && <BoardCard board={board} />;
}

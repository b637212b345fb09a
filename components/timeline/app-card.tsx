"use client";

import type { Post } from "@/lib/posts/contract";
import { BoardCard } from "./board-card";
import { LiveCard } from "./live-card";

/** What the app of a post shows: its card, or else the best scores. */
export function AppCard({ post: { room, board }, appName }: { post: Post; appName: string }) {
  if (room?.card) return <LiveCard card={room.card} version={room.version} appName={appName} />;
  return board && <BoardCard board={board} />;
}

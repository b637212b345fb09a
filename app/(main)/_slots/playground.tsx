"use client";

import dynamic from "next/dynamic";
import { PlaygroundView, type PlaygroundViewProps } from "@/components/apps/playground/playground-view";

// Loads the card of the timeline with the first one that is shown.
const PostCard = dynamic(() => import("./playground-card").then((module) => module.PlaygroundCard), {
  ssr: false,
  loading: () => null,
});

/** The playground, with the cards of the timeline. */
export function Playground(props: Omit<PlaygroundViewProps, "PostCard">) {
  return <PlaygroundView {...props} PostCard={PostCard} />;
}

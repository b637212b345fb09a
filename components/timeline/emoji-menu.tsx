"use client";

import { SmilePlus } from "lucide-react";
import { SharedMenuContent } from "@/components/ui/menu";
import { toggleEmoji, useReactions } from "@/lib/posts/emoji-queries";
import { CHOSEN_EMOJIS } from "@/lib/posts/emoji-rules";
import { openPostDialog, POST_MENU_ID, type PostMenuRequest } from "./post-menu-button";
import { useTimeline } from "./timeline-context";

/** The menu of the react button. */
export function EmojiMenuContent({ post, button }: PostMenuRequest) {
  const { reactions } = useTimeline();
  const own = useReactions(post).filter(({ mine }) => mine);
  return (
    <SharedMenuContent
      anchor={button}
      id={POST_MENU_ID}
      label={reactions("emoji.react")}
      align="start"
      items={[
        {
          kind: "row",
          key: "chosen",
          items: CHOSEN_EMOJIS.map((emoji) => {
            const checked = own.some((other) => other.emoji === emoji);
            return {
              key: emoji,
              label: reactions(`emoji.names.${emoji}`),
              icon: emoji,
              checked,
              onSelect: () => toggleEmoji(post.id, emoji, !checked),
            };
          }),
        },
        { kind: "line", key: "line" },
        {
          key: "any",
          label: reactions("emoji.any"),
          icon: <SmilePlus aria-hidden />,
          onSelect: () => openPostDialog({ kind: "react", post }),
        },
      ]}
    />
  );
}

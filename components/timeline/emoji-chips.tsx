"use client";

import type { Post } from "@/lib/posts/contract";
import { toggleEmoji, useReactions } from "@/lib/posts/emoji-queries";
import { openPostDialog } from "./post-menu-button";
import { useTimeline } from "./timeline-context";

/** Moves the focus from a chip that goes with its last reaction, to another one or to the react button. */
function focusBeside(chip: HTMLElement): void {
  const chips = [...chip.closest("ul")!.querySelectorAll<HTMLElement>("[aria-pressed]")];
  const index = chips.indexOf(chip);
  const react = chip.closest(".post")?.querySelector<HTMLElement>(".post-action[aria-haspopup=menu]");
  (chips[index + 1] ?? chips[index - 1] ?? react)?.focus();
}

/** The reactions to a post: buttons that add one's own, and a link to who reacted. */
export function EmojiChips({ post }: { post: Post }) {
  const { reactions, format } = useTimeline();
  return (
    <ul className="mt-1.5 flex flex-wrap items-center gap-1.5" aria-label={reactions("emoji.list")}>
      {useReactions(post).map(({ emoji, count, mine }) => (
        <li key={emoji}>
          <button
            type="button"
            className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-border px-[0.5625rem] text-sm text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-text touch:min-h-11"
            aria-pressed={mine}
            aria-label={reactions("emoji.count", { emoji, count, shown: format.number(count) })}
            onClick={({ currentTarget }) => {
              if (mine && count === 1) focusBeside(currentTarget);
              toggleEmoji(post.id, emoji, !mine);
            }}
          >
            <span aria-hidden>{emoji}</span>
            <span className="tabular-nums">{format.number(count)}</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="min-h-7 px-1.5 text-xs text-muted hover:underline touch:min-h-11"
          onClick={() => openPostDialog({ kind: "reactions", post })}
        >
          {reactions("emoji.who")}
        </button>
      </li>
    </ul>
  );
}

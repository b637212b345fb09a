/** The emoji that are offered first. */
export const CHOSEN_EMOJIS = ["👍", "😂", "😮", "😢", "🎉", "🙏", "🔥", "👀"] as const;

/** How many emojis one person can add to a post. */
export const EMOJIS_PER_PERSON = 8;
/** How many different emojis a post can have. */
export const EMOJIS_PER_POST = 40;

export type EmojiCount = { emoji: string; count: number; mine: boolean };

/** The reactions to a post, most frequent first. */
export function emojiList(counts: Record<string, number>, own: readonly string[]): EmojiCount[] {
  return Object.entries(counts)
    .map(([emoji, count]) => ({ emoji, count, mine: own.includes(emoji) }))
    .sort((a, b) => b.count - a.count || (a.emoji < b.emoji ? -1 : 1));
}

/** The reactions with the viewer's own added or removed, in an unchanged order. */
export function withReaction(
  shown: EmojiCount[],
  { emoji, on }: { emoji: string; on: boolean },
): EmojiCount[] {
  const known = shown.find((other) => other.emoji === emoji);
  if ((known?.mine ?? false) === on) return shown;
  if (!known) return [...shown, { emoji, count: 1, mine: true }];
  const changed = { ...known, count: known.count + (on ? 1 : -1), mine: on };
  return shown.map((other) => (other === known ? changed : other)).filter(({ count }) => count > 0);
}

/** Whether a text is exactly one emoji. */
export function isEmoji(text: string): boolean {
  return new RegExp("^\\p{RGI_Emoji}$", "v").test(text);
}

import { CARD_LINE_GRAPHEMES, CARD_TITLE_GRAPHEMES } from "@/lib/config/limits";
import { clipGraphemes } from "@/lib/shared/visible-text";
import { visibleLine } from "@/lib/shared/hidden-characters";

/** What a card says, as it is stored. `alt` is of its picture. */
export type CardContent = {
  title: string;
  lines: string[];
  bars: { label: string; value: number }[];
  alt: string;
};

/** An app's text for a card: one line without hidden characters, clipped. */
export function cardText(text: string, max: number): string {
  return clipGraphemes(visibleLine(text), max);
}

/**
 * The card of an app that sets none, made of an update's summary and document. What an update does not name stays.
 * @returns null if nothing changes
 */
export function derivedCard(
  { summary, document }: { summary?: string | undefined; document?: string | undefined },
  known: CardContent | null,
): CardContent | null {
  const line = summary === undefined ? known?.lines[0] : cardText(summary, CARD_LINE_GRAPHEMES);
  const title = document === undefined ? (known?.title ?? "") : cardText(document, CARD_TITLE_GRAPHEMES);
  if (title === (known?.title ?? "") && (line || undefined) === known?.lines[0]) return null;
  return { title, lines: line ? [line] : [], bars: [], alt: "" };
}

/** All words of a card in one line. */
export function cardSentence({ title, lines, bars, alt }: CardContent): string {
  const rows = bars.map(({ label, value }) => `${label}: ${value}`);
  return [title, ...lines, ...rows, alt].filter(Boolean).join(" · ");
}

export function isEmptyCard({ title, lines, bars }: CardContent): boolean {
  return title === "" && lines.length === 0 && bars.length === 0;
}

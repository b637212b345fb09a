import { CARD_LINE_GRAPHEMES } from "@/lib/config/limits";
import { speaksAsShell } from "@/lib/shared/reserved-names";
import { cardText, derivedCard, type CardContent } from "./card-rules";

/** Who wrote a card's text: an account or an address; null if the account is gone. */
export type CardAuthors = {
  authorId: string | null;
  /** Who wrote the title, if somebody else. */
  titleAuthorId: string | null;
};

/** Whether a card's text imitates the page around it. */
export function hasShellWords({ title, lines, bars, alt }: CardContent): boolean {
  return [title, ...lines, ...bars.map(({ label }) => label), alt].some(speaksAsShell);
}

type Words = { summary?: string | undefined; document?: string | undefined };

/**
 * Derives a card from an update, for apps that set none: its content, and who wrote it. Every update is accepted, but
 * text that imitates the shell is left out.
 * @returns null if nothing changes
 */
export function cardOfUpdate(
  { authorId, summary, document }: Words & { authorId: string | null },
  known: (CardAuthors & { content: CardContent | null; isDerived: boolean }) | null,
): (CardAuthors & { content: CardContent }) | null {
  const words = { summary: ownWords(summary), document: ownWords(document) };
  if (words.summary === undefined && words.document === undefined) return null;
  if (known?.content && !known.isDerived) return null;
  const content = derivedCard(words, known?.content ?? null);
  return content && { content, ...authorsOf(content, { authorId, ...words }, known) };
}

const ownWords = (text: string | undefined) =>
  text === undefined || !speaksAsShell(cardText(text, CARD_LINE_GRAPHEMES)) ? text : undefined;

/** An update changes the line, the title or both. */
function authorsOf(
  { title, lines }: CardContent,
  { authorId, summary, document }: Words & { authorId: string | null },
  known: CardAuthors | null,
): CardAuthors {
  const ofLine = summary === undefined ? (known?.authorId ?? null) : authorId;
  const ofTitle = document === undefined ? (known?.titleAuthorId ?? known?.authorId ?? null) : authorId;
  if (lines.length === 0) return { authorId: ofTitle, titleAuthorId: null };
  return { authorId: ofLine, titleAuthorId: title && ofTitle !== ofLine ? ofTitle : null };
}

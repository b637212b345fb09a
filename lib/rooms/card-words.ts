import { CARD_LINE_GRAPHEMES } from "@/lib/config/limits";
import { speaksAsShell } from "@/lib/shared/reserved-names";
import { cardText, derivedCard, type CardContent } from "./card-rules";

/** Whose words a card has: an account or an address; null if the account is gone. */
export type CardAuthors = {
  authorId: string | null;
  /** Whose the title is, if it is somebody else's. */
  titleAuthorId: string | null;
};

/** A card's words are the app's, and never look like those of the page around it. */
export function hasShellWords({ title, lines, bars, alt }: CardContent): boolean {
  return [title, ...lines, ...bars.map(({ label }) => label), alt].some(speaksAsShell);
}

type Words = { summary?: string | undefined; document?: string | undefined };

/**
 * The card of an app that sets none, made of an update: its content, and whose words it has then. An update is accepted
 * whatever it says; the card leaves the shell's words out.
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

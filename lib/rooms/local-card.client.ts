import type { PutCard } from "./card-contract";
import { isEmptyCard, type CardContent } from "./card-rules";
import { cardOfUpdate, hasShellWords, type CardAuthors } from "./card-words";
import type { RoomUpdate } from "./contract";
import { RoomRefusal } from "./refusal";

export type LocalPicture = { url: string; width: number; height: number };

/** The card of a room in memory, as its post would show it. */
export type LocalCard = {
  content: CardContent;
  picture: LocalPicture | null;
  /** Addresses. */
  people: readonly string[];
};

type Shown = LocalCard & CardAuthors & { serial: number; isDerived: boolean };

/** Decides as the server does which card of a room is shown. */
export class LocalCardKeeper {
  #shown: Shown | null = null;

  get card(): LocalCard | null {
    return this.#shown;
  }

  /** The last update that the card knows of, if an app has set it. */
  get #newest(): number {
    return this.#shown && !this.#shown.isDerived ? this.#shown.serial : 0;
  }

  /** @param head of the room @returns whether the card has changed @throws RoomRefusal validation_error */
  put({ serial, alt, picture, by, ...card }: LocalCardInput & { by: string }, head: number): boolean {
    const { title, lines, bars, people } = card;
    const content = { title, lines, bars, alt };
    if (hasShellWords(content)) throw new RoomRefusal("validation_error", "A card does not speak for Gum.");
    if (serial !== undefined && serial > head)
      throw new RoomRefusal("validation_error", "No update has this serial.");
    if (serial !== undefined && serial < this.#newest) return false;
    const authors = { authorId: by, titleAuthorId: null };
    const shown = { content, people, picture, serial: serial ?? this.#newest, isDerived: false, ...authors };
    const isSame = this.#shown !== null && textOf(shown) === textOf(this.#shown) && !picture;
    this.#shown = shown;
    return !isSame;
  }

  /** @returns whether there was one */
  clear(): boolean {
    const had = this.#shown !== null;
    this.#shown = null;
    return had;
  }

  /** Removes the card if it has text by this person. @returns whether it was removed */
  dropOf(address: string): boolean {
    const { authorId, titleAuthorId } = this.#shown ?? {};
    return (authorId === address || titleAuthorId === address) && this.clear();
  }

  /** Makes the card of an app that sets none from an update. @returns whether it has changed */
  derive(update: RoomUpdate & { authorId: string | null }): boolean {
    const card = cardOfUpdate(update, this.#shown);
    if (!card) return false;
    if (isEmptyCard(card.content)) return this.clear();
    this.#shown = { ...card, people: [], picture: null, serial: update.serial, isDerived: true };
    return true;
  }
}

export type LocalCardInput = Pick<PutCard, "title" | "lines" | "bars" | "people" | "serial"> & {
  alt: string;
  picture: LocalPicture | null;
};

const textOf = ({ content, people, picture, isDerived }: Shown) =>
  JSON.stringify([content, people, picture, isDerived]);

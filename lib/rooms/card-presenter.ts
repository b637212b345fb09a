import "server-only";
import { presentUserShort } from "@/lib/people/user-presenter";
import type { PostRoom } from "./card-contract";
import type { PostRoomRecord } from "./card-repository";

/** Long enough to distinguish versions. The URL is no secret: access to it is checked. */
const HASH_CHARS = 16;

export function pictureVersion(hash: string): string {
  return hash.slice(0, HASH_CHARS);
}

export function presentPostRoom({ card, ...room }: PostRoomRecord): PostRoom {
  if (!card) return { ...room, card: null };
  const { title, lines, bars, alt, pictureHash, pictureWidth, pictureHeight } = card;
  return {
    ...room,
    card: {
      title,
      lines,
      bars,
      image: pictureHash
        ? {
            url: `/api/rooms/${room.id}/card/picture?v=${pictureVersion(pictureHash)}`,
            width: pictureWidth ?? 1,
            height: pictureHeight ?? 1,
            alt,
          }
        : null,
      people: card.people.map(presentUserShort),
      otherPeople: card.peopleCount - card.people.length,
    },
  };
}

/** `gum.card`: what the app shows in the post of its room. */
import { callHost, HostRefusal } from "@/lib/sandbox/frame/inside/channel";
import {
  CARD_BARS_MAX,
  CARD_LINES_MAX,
  CARD_PEOPLE_MAX,
  CARD_PICTURE_MAX_BYTES,
  CARD_TEXT_CHARS,
  CARD_VALUE_MAX,
} from "@/lib/sandbox/protocol/limits";
import type { AppCard } from "@/lib/sandbox/protocol/to-host";

/** As apps pass it; any of it may be wrong. */
export interface CardDraft {
  title?: unknown;
  lines?: unknown;
  bars?: unknown;
  people?: unknown;
  image?: Blob | { picture?: Blob; alt?: unknown } | null;
}

/**
 * @param serial the last update of the room that was delivered to the app, so that a copy that is behind shows nothing old
 * @throws HostRefusal invalid, too_big, and what the host refuses
 */
export async function showCard(draft: CardDraft | null, serial: number | null): Promise<void> {
  await callHost("card", { card: draft === null || draft === undefined ? null : cardOf(draft, serial) });
}

function cardOf({ title, lines, bars, people, image }: CardDraft, serial: number | null): AppCard {
  const { picture, alt } = image instanceof Blob ? { picture: image, alt: "" } : (image ?? { picture: null });
  if (picture !== null && !(picture instanceof Blob)) throw invalid("image is a Blob, or {picture, alt}.");
  if (picture && picture.size > CARD_PICTURE_MAX_BYTES)
    throw new HostRefusal("too_big", "The picture of a card has 64 KB at most.");
  return {
    title: textOf(title),
    lines: listOf("lines", lines, CARD_LINES_MAX).map(textOf),
    bars: listOf("bars", bars, CARD_BARS_MAX).map((bar) => {
      const { label, value } = (bar ?? {}) as { label?: unknown; value?: unknown };
      if (typeof value !== "number" || !(value >= 0 && value <= CARD_VALUE_MAX))
        throw invalid("the value of a bar is a number from 0 to 1,000,000,000,000.");
      return { label: textOf(label), value };
    }),
    people: listOf("people", people, CARD_PEOPLE_MAX).map((address) => textOf(address).slice(0, 64)),
    image: picture,
    alt: textOf(alt),
    serial,
  };
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? "" : String(value).slice(0, CARD_TEXT_CHARS);
}

function listOf(name: string, value: unknown, max: number): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > max) throw invalid(`${name} is a list of at most ${max}.`);
  return Array.from(value);
}

function invalid(message: string): HostRefusal {
  return new HostRefusal("invalid", `gum.card: ${message}`);
}

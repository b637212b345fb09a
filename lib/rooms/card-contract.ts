import { z } from "zod";
import {
  CARD_ALT_GRAPHEMES,
  CARD_BARS_MAX,
  CARD_LABEL_GRAPHEMES,
  CARD_LINE_GRAPHEMES,
  CARD_LINES_MAX,
  CARD_MAX_BYTES,
  CARD_PEOPLE_MAX,
  CARD_PICTURE_MAX_BYTES,
  CARD_TITLE_GRAPHEMES,
  CARD_VALUE_MAX,
} from "@/lib/config/limits";
import { userShortSchema } from "@/lib/people/user-contract";
import { idSchema } from "@/lib/shared/contract";
import { isBlank } from "@/lib/shared/visible-text";
import { cardText } from "./card-rules";

/**
 * The live card of a room: what its app shows in the post, without running there.
 *
 * Trust model. Untrusted: every member and the app that acts for them; they control each text, number and byte of the
 * picture. A card is data: plain text on single lines, clipped, without hidden characters, and a picture that we encode.
 */

const text = (max: number) =>
  z
    .string()
    .max(2_000)
    .transform((value) => cardText(value, max));

const picture = z.strictObject({
  /** JPEG, PNG, WebP or GIF. */
  data: z.base64().max(Math.ceil(CARD_PICTURE_MAX_BYTES / 3) * 4),
  alt: text(CARD_ALT_GRAPHEMES).default(""),
});

/** Body of `PUT /api/rooms/{id}/card`. */
export const putCardSchema = z
  .strictObject({
    title: text(CARD_TITLE_GRAPHEMES).default(""),
    lines: z.array(text(CARD_LINE_GRAPHEMES)).max(CARD_LINES_MAX).default([]),
    bars: z
      .array(
        z.strictObject({
          label: text(CARD_LABEL_GRAPHEMES).refine((label) => !isBlank(label), {
            message: "A bar needs a label.",
            params: { code: "required" },
          }),
          value: z.number().min(0).max(CARD_VALUE_MAX),
        }),
      )
      .max(CARD_BARS_MAX)
      .default([]),
    /** Addresses of members. */
    people: z
      .array(z.string().max(64))
      .max(CARD_PEOPLE_MAX)
      // Recognises a retry of the same card.
      .transform((addresses) => [...new Set(addresses)])
      .default([]),
    image: picture.nullish(),
    /** The update whose state the card shows; a card of an older state does not replace one of a newer. */
    serial: z.int32().nonnegative().optional(),
  })
  .transform((card) => ({ ...card, lines: card.lines.filter((line) => !isBlank(line)) }))
  .superRefine(({ title, lines, bars, people, image }, context) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ title, lines, bars, alt: image?.alt })).length;
    if (bytes > CARD_MAX_BYTES)
      context.addIssue({ code: "custom", message: "A card has 2 KB at most.", params: { code: "too_big" } });
    if (isBlank(title) && lines.length + bars.length + people.length === 0 && !image)
      context.addIssue({ code: "custom", message: "The card is empty.", params: { code: "required" } });
  });
export type PutCard = z.output<typeof putCardSchema>;
export type PutCardInput = z.input<typeof putCardSchema>;

/** `version` counts the changes of the room's card; an answer with an older one is out of date. */
export const cardVersionSchema = z.object({ version: z.int() });

export const liveCardSchema = z.object({
  title: z.string(),
  lines: z.array(z.string()),
  bars: z.array(z.object({ label: z.string(), value: z.number() })),
  image: z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string() }).nullable(),
  /** Members who let the app see their profile. */
  people: z.array(userShortSchema),
  /** How many more the app has named. */
  otherPeople: z.int(),
});
export type LiveCard = z.infer<typeof liveCardSchema>;

/** The room of a post, as lists of posts show it. */
export const postRoomSchema = z.object({
  id: idSchema,
  version: z.int(),
  /** The author of the post has hidden the card. */
  isCardHidden: z.boolean(),
  /** Its author has made it read-only. */
  isClosed: z.boolean(),
  card: liveCardSchema.nullable(),
});
export type PostRoom = z.infer<typeof postRoomSchema>;

import { z } from "zod";
import {
  CARD_ALT_GRAPHEMES,
  CARD_PICTURE_MAX_BYTES,
  MOMENT_HREF_MAX_CHARS,
  MOMENT_STATE_MAX_BYTES,
} from "@/lib/config/limits";
import { liveCardSchema } from "@/lib/rooms/card-contract";
import { fragmentOf } from "@/lib/shared/run-key";
import { clipGraphemes } from "@/lib/shared/visible-text";
import { visibleLine } from "@/lib/shared/hidden-characters";

/**
 * A moment: the state of an app that a person shares in a post.
 *
 * Trust model. Untrusted: the author and the app that acts for them; they control each byte. The state is kept as text and given
 * to that app alone, `href` is no more than a fragment, the picture is encoded by us.
 */

export const momentInputSchema = z.strictObject({
  /** JSON text. */
  state: z
    .string()
    .refine((text) => new TextEncoder().encode(text).length <= MOMENT_STATE_MAX_BYTES, {
      message: "A moment has 256 KB at most.",
      params: { code: "too_big" },
      abort: true,
    })
    .refine(isJson, { message: "The state of a moment is JSON.", params: { code: "invalid_json" } }),
  /** A place in the app; what follows a `#` counts. */
  href: z
    .string()
    .max(MOMENT_HREF_MAX_CHARS)
    .nullish()
    .transform((href) => (href ? fragmentOf(href) : "")),
  image: z
    .strictObject({
      /** JPEG, PNG, WebP or GIF. */
      data: z.base64().max(Math.ceil(CARD_PICTURE_MAX_BYTES / 3) * 4),
      alt: z
        .string()
        .max(2_000)
        .default("")
        .transform((alt) => clipGraphemes(visibleLine(alt), CARD_ALT_GRAPHEMES)),
    })
    .nullish(),
});
export type MomentInput = z.output<typeof momentInputSchema>;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What lists of posts show of a moment. */
export const postMomentSchema = z.object({
  /** The picture, as a card that never changes. */
  card: liveCardSchema.nullable(),
  version: z.literal(0),
});
export type PostMoment = z.infer<typeof postMomentSchema>;

/** What a run starts from. `state` is JSON text. */
export const momentSchema = z.object({ appId: z.string(), state: z.string(), href: z.string() });
export type Moment = z.infer<typeof momentSchema>;

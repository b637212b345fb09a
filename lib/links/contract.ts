import { z } from "zod";
import { LINK_URL_MAX_CHARS } from "@/lib/config/link-limits";
import { cardAddress } from "./rules";

/** The metadata of a linked page. */
export const linkCardSchema = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.object({ url: z.string(), width: z.number(), height: z.number(), alt: z.string() }).nullable(),
});
export type LinkCard = z.infer<typeof linkCardSchema>;

/** Query of `GET /v1/links/card`. The URL is normalized as that of a post's first link. */
export const linkPreviewQuery = z.object({
  url: z
    .string()
    .max(LINK_URL_MAX_CHARS)
    .transform((text, context) => {
      const address = cardAddress(text);
      if (address === null)
        context.addIssue({
          code: "custom",
          message: "No card is made for such a link.",
          params: { code: "no_card" },
        });
      return address ?? "";
    }),
});
export const linkPreviewSchema = z.object({ card: linkCardSchema.nullable() });
export type LinkPreview = z.infer<typeof linkPreviewSchema>;

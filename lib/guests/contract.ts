import { z } from "zod";

/** Query of `GET /api/oembed`, per https://oembed.com. */
export const oembedQuery = z.object({
  url: z.url().max(2_000),
  maxwidth: z.coerce.number().int().min(1).optional(),
  maxheight: z.coerce.number().int().min(1).optional(),
  format: z.literal("json").default("json"),
});

export const oembedSchema = z.object({
  version: z.literal("1.0"),
  type: z.enum(["rich", "link"]),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string().optional(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.number(),
  html: z.string().optional(),
  width: z.number().optional(),
  height: z.number().nullable().optional(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});
export type Oembed = z.infer<typeof oembedSchema>;

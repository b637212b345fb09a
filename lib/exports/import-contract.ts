import { z } from "zod";
import { IMPORT_POSTS } from "@/lib/config/export-limits";
import { postPayload } from "@/lib/posts/contract";
import { idSchema, listOf } from "@/lib/shared/contract";

const EARLIEST = new Date("2000-01-01T00:00:00Z");

/** A post of an archive. `id` is the one it has there: it is imported once. */
const importedPost = postPayload
  .pick({ body: true, media: true, warning: true, sensitive: true, replyPolicy: true, quote: true })
  .extend({
    id: idSchema,
    createdAt: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .refine((at) => at >= EARLIEST && at <= new Date(), {
        message: "A post of an archive was written in the past.",
      }),
    /** A post here. */
    replyTo: idSchema.nullish(),
  });
export type ImportedPost = z.output<typeof importedPost>;

/** Body of `POST /v2/users/me/imports/posts`. */
export const importPostsBody = z.strictObject({ posts: z.array(importedPost).min(1).max(IMPORT_POSTS) });
export type ImportPostsBody = z.input<typeof importPostsBody>;

/** What became of each: its id here, or why it was not imported. `isNew` if this request did it. */
export const importPostsResponse = listOf(
  z.object({
    id: z.string(),
    postId: z.string().nullable(),
    isNew: z.boolean(),
    problem: z.string().nullable(),
  }),
);
export type ImportPostsResponse = z.infer<typeof importPostsResponse>;

/** Body of `POST /v2/users/me/imports/known`: which posts of an archive are here already. */
export const knownPostsBody = z.strictObject({ ids: z.array(idSchema).min(1).max(1_000) });
export const knownPostsResponse = listOf(z.object({ id: z.string(), postId: z.string() }));
export type KnownPosts = z.infer<typeof knownPostsResponse>;

import { z } from "zod";
import { POST_MEDIA_MAX } from "@/lib/config/limits";
import { REPLY_POLICIES } from "@/lib/posts/rules";
import { commentBody } from "@/lib/posts/comment-contract";
import { editBody, postSchema, timelineQuery } from "@/lib/posts/contract";
import { searchQuerySchema, searchResponse, tagSchema } from "@/lib/search/contract";
import { bioSchema, displayNameSchema } from "@/lib/auth/contract";
import { unreadResponse } from "@/lib/notifications/contract";
import { idSchema, pageOf } from "@/lib/shared/contract";

/** Rows that hosted data clients write, by writable columns. The services validate the rest. */
export const restRow = z.record(z.string().max(64), z.unknown());
/** Clients send one row or a list of them. */
export const insertBody = z.union([restRow, z.array(restRow)]);

export const insertSchemas = {
  posts: z.strictObject({
    body: editBody.shape.body,
    parent_id: idSchema.nullish(),
    quote_id: idSchema.nullish(),
    /** Pictures in the bucket `media`, by id. */
    media: z.array(idSchema).max(POST_MEDIA_MAX).default([]),
    app_id: idSchema.nullish(),
    app_version: z.string().max(100).optional(),
    warning: editBody.shape.warning,
    sensitive: z.boolean().optional(),
    reply_policy: z.enum(REPLY_POLICIES).optional(),
    /** Idempotency key: a second post with the same key is the first one. */
    client_key: idSchema.optional(),
  }),
  comments: z
    .strictObject({
      post_id: idSchema.nullish(),
      app_id: idSchema.nullish(),
      content: commentBody.shape.content,
    })
    .refine(({ post_id, app_id }) => Boolean(post_id) !== Boolean(app_id), {
      message: "A comment has either a post_id or an app_id.",
    }),
  reactions: z.strictObject({ post_id: idSchema, kind: z.literal("like").optional() }),
  follows: z.strictObject({ following_id: idSchema }),
  bookmarks: z.strictObject({ post_id: idSchema }),
};

export const changeSchemas = {
  profiles: z
    .strictObject({
      username: z.string().min(1).max(200).optional(),
      display_name: displayNameSchema.optional(),
      bio: bioSchema.optional(),
    })
    .refine((changes) => Object.keys(changes).length > 0, { message: "Nothing to change was sent." }),
  posts: editBody.partial(),
  apps: z.strictObject({ is_public: z.boolean() }),
};

/** Arguments of functions. */
export const rpcSchemas = {
  timeline: timelineQuery,
  search: searchQuerySchema,
};
export const rpcResponses = {
  timeline: pageOf(postSchema),
  search: searchResponse,
  trending: z.array(tagSchema),
  unread: unreadResponse,
};
const RPC_NAMES = ["timeline", "search", "trending", "unread"] as const;
export const rpcParams = z.strictObject({ name: z.enum(RPC_NAMES) });

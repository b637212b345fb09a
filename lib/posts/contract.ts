import { z } from "zod";
import {
  MEDIA_ALT_MAX_CHARS,
  POST_BODY_MAX_CHARS,
  POST_MEDIA_MAX,
  WARNING_MAX_CHARS,
} from "@/lib/config/limits";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "@/lib/config/limits";
import { momentInputSchema, postMomentSchema } from "./moment-contract";
import { FEEDS, REPLY_POLICIES, TEMPLATE_IDS } from "./rules";
import { appShortSchema } from "@/lib/apps/contract";
import { idSchema } from "@/lib/shared/contract";
import { maxGraphemes } from "@/lib/shared/text-contract";
import { countGraphemes } from "@/lib/shared/visible-text";
import { postRoomSchema } from "@/lib/rooms/card-contract";
import { boardCardSchema } from "@/lib/scores/card-contract";
import { userShortSchema } from "@/lib/people/user-contract";

export const postMediaSchema = z.object({
  id: z.string(),
  url: z.string(),
  type: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** A tiny data: URL to show blurred while the picture loads; may be empty. */
  preview: z.string(),
});
export type PostMedia = z.infer<typeof postMediaSchema>;

const postRenderSchema = z.object({
  mode: z.literal("template"),
  templateId: z.string(),
  slots: z.object({
    title: z.string().optional(),
    content: z.string().optional(),
    image: z.string().optional(),
  }),
});
export type PostRender = z.infer<typeof postRenderSchema>;

/** A post as it is shown inside the one that quotes it. */
const quotedPostSchema = z.object({
  id: z.string(),
  body: z.string(),
  warning: z.string(),
  sensitive: z.boolean(),
  author: userShortSchema,
  media: z.array(postMediaSchema),
  app: z.object({ name: z.string(), iconUrl: z.string() }).nullable(),
  createdAt: z.string(),
});
export type QuotedPost = z.infer<typeof quotedPostSchema>;

const countsSchema = z.object({
  likes: z.number(),
  comments: z.number(),
  reposts: z.number(),
  quotes: z.number(),
});

export const postSchema = z.object({
  id: z.string(),
  kind: z.literal("text"),
  body: z.string(),
  /** Shown in place of the post until somebody opens it; empty without. */
  warning: z.string(),
  /** The pictures are hidden until somebody opens them. */
  sensitive: z.boolean(),
  /** The app the author attached; stays when the app is deleted or hidden and `app` is null. */
  appRef: z.object({ appId: z.string(), version: z.string() }).nullable(),
  media: z.array(postMediaSchema),
  render: postRenderSchema,
  author: userShortSchema,
  app: appShortSchema.nullable(),
  /** Of an app that people use together, once somebody has opened it there. */
  room: postRoomSchema.nullable(),
  /** The top of the app's scores, where there are any. */
  board: boardCardSchema.optional(),
  /** The author lets people share one instance of the app, if it is made for that. */
  sharesApp: z.boolean(),
  /** A state of the app to start from. */
  moment: postMomentSchema.nullable(),
  createdAt: z.string(),
  /** When its text was last changed. */
  editedAt: z.string().nullable(),
  counts: countsSchema,
  /** What the viewer did; nobody else learns of a bookmark. */
  viewer: z.object({
    liked: z.boolean(),
    bookmarked: z.boolean(),
    reposted: z.boolean(),
    canReply: z.boolean(),
  }),
  /** Of a reply: that of the first post of its thread. */
  replyPolicy: z.enum(REPLY_POLICIES),
  /** Its author shows it first on their profile. */
  pinned: z.boolean(),
  /** `post` is null when it is deleted or not for the viewer. */
  quote: z.object({ id: z.string(), post: quotedPostSchema.nullable() }).nullable(),
  /** `to` is null when the post that this one replies to is deleted or not for the viewer. */
  reply: z.object({ parentId: z.string(), rootId: z.string(), to: userShortSchema.nullable() }).nullable(),
  /** In a feed: who brought it there. `id` is its place among the ids of posts. */
  repost: z.object({ id: z.string(), by: userShortSchema }).optional(),
  /** Only the author gets it: their browser recognises by it what it has sent. */
  clientKey: z.string().optional(),
});
export type Post = z.infer<typeof postSchema>;

const warningSchema = z.string().trim().check(maxGraphemes(WARNING_MAX_CHARS));
const postBodySchema = z
  .string()
  .refine((text) => countGraphemes(text, POST_BODY_MAX_CHARS) <= POST_BODY_MAX_CHARS, {
    message: `A post may have ${POST_BODY_MAX_CHARS.toLocaleString("en")} characters at most.`,
  });
export const mediaAltSchema = z.string().check(maxGraphemes(MEDIA_ALT_MAX_CHARS));

/** A picture that `POST /media` has stored: its id, or that response. */
const mediaRefSchema = z.union([
  idSchema.transform((id) => ({ id, alt: undefined })),
  z
    .strictObject({
      id: idSchema,
      alt: mediaAltSchema.optional(),
      url: z.string().max(300).optional(),
      type: z.string().max(100).optional(),
      width: z.number().int().positive().optional(),
      height: z.number().int().positive().optional(),
      preview: z.string().max(20_000).optional(),
    })
    .transform(({ id, alt }) => ({ id, alt })),
]);

const renderSchema = z.strictObject({
  mode: z.literal("template"),
  templateId: z.enum(TEMPLATE_IDS),
  slots: z.strictObject({
    title: z.string().max(2_000).optional(),
    content: postBodySchema.optional(),
    image: z.string().max(2_000).optional(),
  }),
});

const appRefSchema = z.strictObject({
  appId: idSchema,
  version: z.string().min(1).max(64).optional(),
});

/**
 * The post payload (specification, section 3). The server fills the slots of `render` from text and pictures; what a
 * client sends there is only validated.
 */
export const postPayload = z.strictObject({
  kind: z.literal("text").default("text"),
  body: postBodySchema.default(""),
  appRef: appRefSchema.nullish(),
  media: z.array(mediaRefSchema).max(POST_MEDIA_MAX).default([]),
  render: renderSchema.optional(),
  /** A state of the app of `appRef`, for others to start from. */
  moment: momentInputSchema.nullish(),
  /** The id of a post to show inside this one. */
  quote: idSchema.nullish(),
  warning: warningSchema.optional(),
  sensitive: z.boolean().optional(),
  /** A reply has that of its thread. */
  replyPolicy: z.enum(REPLY_POLICIES).optional(),
  /** Idempotency key made by the client. */
  clientKey: idSchema.optional(),
});
export type PostPayload = z.output<typeof postPayload>;
export type PostPayloadInput = z.input<typeof postPayload>;

/** Body of `PATCH /posts/{id}`. */
export const editBody = z.strictObject({ body: postBodySchema, warning: warningSchema.optional() });
export type EditBody = z.infer<typeof editBody>;
export const postVersionSchema = z.object({ body: z.string(), warning: z.string(), writtenAt: z.string() });
export type PostVersion = z.infer<typeof postVersionSchema>;

/** Body of `POST /v1/reactions`. */
export const reactionBody = z.strictObject({ postId: idSchema, action: z.enum(["like", "unlike"]) });
export type ReactionBody = z.infer<typeof reactionBody>;
export const reactionSchema = z.object({ postId: z.string(), liked: z.boolean(), likes: z.number() });
export type Reaction = z.infer<typeof reactionSchema>;

export const repostSchema = z.object({ postId: z.string(), reposted: z.boolean(), reposts: z.number() });
export type Repost = z.infer<typeof repostSchema>;

/** The post that is pinned now, and the one before. */
export const pinSchema = z.object({ pinned: z.string().nullable(), previous: z.string().nullable() });
export type Pin = z.infer<typeof pinSchema>;

export const bookmarkSchema = z.object({ postId: z.string(), bookmarked: z.boolean() });
export type Bookmark = z.infer<typeof bookmarkSchema>;

/** Query of a list of posts. `after` is the cursor of the page before. */
export const postPageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  after: idSchema.optional(),
});
export type PostPageQuery = z.infer<typeof postPageQuery>;

/** Query of `GET /v1/posts/counts`: up to 100 ids, separated by commas. */
export const postCountsQuery = z.object({
  ids: z
    .string()
    .max(100 * 37)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(idSchema).max(100)),
});
export const postCountsSchema = countsSchema.extend({
  postId: z.string(),
  liked: z.boolean(),
  reposted: z.boolean(),
  room: postRoomSchema.nullable(),
  board: boardCardSchema.nullable(),
});
export type PostCounts = z.infer<typeof postCountsSchema>;

/** Query of `GET /v1/timeline`. */
export const timelineQuery = postPageQuery.extend({
  feed: z.enum(FEEDS).default("home"),
});
export type TimelineQuery = z.infer<typeof timelineQuery>;
